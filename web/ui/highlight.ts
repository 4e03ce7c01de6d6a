/** Splits code of any of our samples into coloured parts: shell, JSON, JavaScript, Python, Go, PHP and HTML. */

export type Part = readonly [text: string, kind: PartKind | null];
export type PartKind = "comment" | "name" | "string" | "number" | "word";

const KEYWORDS =
  "async|await|break|case|class|const|curl|def|defer|echo|else|export|false|False|for|from|func|function|if|import|in|interface|let|new|nil|null|None|npm|npx|package|panic|print|return|switch|throw|true|True|try|type|var|while";

/**
 * A comment begins a line or follows a space, so that `//` of an address is not one. A single quote before a bracket
 * begins the JSON of a shell's command, whose own parts are coloured.
 */
const PARTS = new RegExp(
  [
    String.raw`(?<comment>(?<=^|\s)(?:#|\/\/)\s.*|<!--[\s\S]*?-->|\/\*[\s\S]*?\*\/)`,
    String.raw`(?<name>"(?:[^"\\\n]|\\.)*"(?=\s*:)|(?<=[<\s])--?[a-zA-Z][\w-]*(?=[\s=])|<\/?[a-zA-Z][\w-]*)`,
    String.raw`(?<string>"(?:[^"\\\n]|\\.)*"|'(?![{[])(?:[^'\\\n]|\\.)*'|${"`[^`]*`"})`,
    String.raw`(?<number>(?<![\w.:-])\d+(?:\.\d+)?(?![\w.-]))`,
    String.raw`(?<word>(?<![\w.$/-])(?:${KEYWORDS})(?![\w./:-]))`,
  ].join("|"),
  "gm",
);

const KINDS: readonly PartKind[] = ["comment", "name", "string", "number", "word"];

export function highlight(code: string): Part[] {
  const parts: Part[] = [];
  let end = 0;
  for (const match of code.matchAll(PARTS)) {
    if (match.index > end) parts.push([code.slice(end, match.index), null]);
    parts.push([match[0], KINDS.find((kind) => match.groups?.[kind] !== undefined) ?? null]);
    end = match.index + match[0].length;
  }
  if (end < code.length) parts.push([code.slice(end), null]);
  return parts;
}
