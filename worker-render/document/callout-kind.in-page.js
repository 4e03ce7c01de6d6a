/**
 * The kind of a note that stands apart from the text, as GitHub's Markdown names it; null for other elements.
 * @param {Element} element
 */
export default function calloutKind(element) {
  // Of GitHub, Sphinx, MkDocs and Docusaurus, AsciiDoctor, VitePress, Starlight, Obsidian, Quarto, Docsify, DocBook and Bootstrap, and ours.
  const BOX =
    "blockquote.alert, .markdown-alert, .admonition, .theme-admonition, .admonitionblock, .custom-block, .starlight-aside, .callout, .alert:is([role=alert], [class*=alert-]), div:is(.note, .tip, .important, .warning, .caution):has(> h3.title, > table[border='0'])";
  const KINDS = {
    NOTE: [
      "note",
      "info",
      "seealso",
      "abstract",
      "summary",
      "tldr",
      "example",
      "question",
      "help",
      "faq",
      "todo",
      "quote",
    ],
    TIP: ["tip", "hint", "success", "check", "done"],
    IMPORTANT: ["important"],
    WARNING: ["warning", "attention"],
    CAUTION: ["caution", "danger", "error", "failure", "fail", "missing", "bug"],
  };
  if (!element.matches(BOX)) return null;
  const words = `${element.getAttribute("class")} ${element.getAttribute("data-callout")}`.split(/[\s_-]+/);
  const kinds = Object.entries(KINDS);
  return kinds.find(([, names]) => names.some((name) => words.includes(name)))?.[0] ?? null;
}
