/** A web page from Markdown in GitHub's flavour: tables, task lists, alerts, footnotes, strikethrough, bare addresses as links, and HTML. */
import MarkdownIt from "markdown-it";
import footnote from "markdown-it-footnote";
import { MARKDOWN_STYLE } from "./markdown-style.ts";

const parser = new MarkdownIt({ html: true, linkify: true });
parser.use(footnote);
// GitHub has no footnotes inside a line, such as ^[this one].
parser.disable("footnote_inline");
// A footnote has the same number everywhere.
parser.renderer.rules.footnote_caption = (tokens, index) => `[${Number(tokens[index]?.meta?.id) + 1}]`;

const FOOTNOTE = /^[ >]*\[\^[^\]\s]+\]:/gm;
const FOOTNOTE_RULES = ["footnote_def", "footnote_ref", "footnote_tail"];
/** The time for footnotes grows with the square of their number: 1,000 take 0.1 s. A text with more has none. */
const MAX_FOOTNOTES = 1_000;

const WWW = "www.";

// Without this, the library makes links only of addresses with a scheme. GitHub does so too for those that begin with "www.".
parser.linkify.add(WWW, {
  validate(text, pos, linkify) {
    const chars = linkify.testSchemaAt(`http://${text.slice(pos - WWW.length)}`, "http:", "http:".length);
    return Math.max(0, chars - `//${WWW}`.length);
  },
  normalize(match) {
    match.url = `http://${match.url}`;
  },
});

/** The first words of a list item that make it a task. */
const TASK = /^\[([ xX])\]\s+/;

parser.core.ruler.after("inline", "tasks", ({ tokens, Token }) => {
  for (const [index, token] of tokens.entries()) {
    const [text] = token.children ?? [];
    const item = tokens[index - 2];
    if (token.type !== "inline" || item?.type !== "list_item_open" || text?.type !== "text") continue;
    const mark = TASK.exec(text.content)?.[1];
    if (mark === undefined) continue;
    text.content = text.content.replace(TASK, "");
    const box = new Token("html_inline", "", 0);
    box.content = `<input type="checkbox" disabled${mark === " " ? "" : " checked"}> `;
    token.children?.unshift(box);
    item.attrJoin("class", "task");
  }
});

/** The first line of a quotation that is an alert. */
const ALERT = /^\[!(note|tip|important|warning|caution)\]\s*$/i;

parser.core.ruler.after("inline", "alerts", ({ tokens, Token }) => {
  for (const [index, token] of tokens.entries()) {
    const [text, next] = token.children ?? [];
    const quote = tokens[index - 2];
    if (token.type !== "inline" || quote?.type !== "blockquote_open" || text?.type !== "text") continue;
    const kind = ALERT.exec(text.content)?.[1]?.toLowerCase();
    if (kind === undefined || (next && next.type !== "softbreak")) continue;
    const title = new Token("html_inline", "", 0);
    title.content = `<strong>${kind.replace(/^./, (first) => first.toUpperCase())}</strong>${next ? "<br>" : ""}`;
    token.children?.splice(0, 2, title);
    quote.attrJoin("class", `alert ${kind}`);
  }
});

/** The first heading, as the page's title. */
function titleOf(html: string): string {
  const heading = /<h[1-6]>(.*?)<\/h[1-6]>/s.exec(html)?.[1] ?? "";
  return heading.replaceAll(/<[^>]*>/g, "");
}

export function markdownPage(markdown: string): string {
  const hasFootnotes = (markdown.match(FOOTNOTE)?.length ?? 0) <= MAX_FOOTNOTES;
  if (hasFootnotes) parser.enable(FOOTNOTE_RULES);
  else parser.disable(FOOTNOTE_RULES);
  const body = parser.render(markdown);
  return `<!doctype html>
<html>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${titleOf(body)}</title>
<style>${MARKDOWN_STYLE}</style>
</head>
<body>
${body}</body>
</html>
`;
}
