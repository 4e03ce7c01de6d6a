/** Finds the addresses in CSS. */

/** A part of a style sheet: text that stays, the address of a resource, or that of an imported sheet. */
export type CssPart = { text: string } | { resource: string } | { sheet: string };

const STRING = String.raw`"(?:\\[\s\S]|[^"\\\n])*"|'(?:\\[\s\S]|[^'\\\n])*'`;
// Bounded white space, because unbounded repetitions next to each other take quadratic time.
const URL_FUNCTION = String.raw`url\(\s{0,99}(?:${STRING}|(?:\\[\s\S]|[^"'()\\\s])*)\s{0,99}\)`;
const TOKEN = new RegExp(
  [
    String.raw`\/\*[\s\S]*?(?:\*\/|$)`,
    `(?<namespace>@namespace\\s[^;{}]{0,999})`,
    `(?<sheet>@import\\s{0,99}(?:${URL_FUNCTION}|${STRING}))`,
    `(?<resource>${URL_FUNCTION})`,
    `(?<string>${STRING})`,
    String.raw`(?<opened>(?:(?<![\w-])(?:-webkit-)?image-set)?\()`,
    String.raw`(?<closed>\))`,
    String.raw`(?<defined>:defined\b)`,
  ].join("|"),
  "gi",
);

/** `:defined` with the same specificity, for a page whose scripts are gone: all elements look as if they were defined. */
const ALL = ":nth-child(n)";

/** The parts of the sheet, whose relative addresses refer to `base`. Addresses that need no resource stay as they are. */
export function* partsOfCss(css: string, base: string): Generator<CssPart> {
  let from = 0;
  // For each open bracket, whether strings directly inside it are addresses.
  const holdsAddresses: boolean[] = [];
  for (const match of css.matchAll(TOKEN)) {
    const { sheet, resource, string, opened, closed, defined } = match.groups ?? {};
    if (opened !== undefined) holdsAddresses.push(opened !== "(");
    if (closed !== undefined) holdsAddresses.pop();
    const found = sheet ?? resource ?? (holdsAddresses.at(-1) ? string : undefined);
    const url = found === undefined ? null : addressIn(found, base);
    if (url === null && defined === undefined) continue;
    yield { text: css.slice(from, match.index) };
    from = match.index + match[0].length;
    if (url === null) yield { text: ALL };
    else yield sheet === undefined ? { resource: url } : { sheet: url };
  }
  yield { text: css.slice(from) };
}

/** The whole address; null for `data:` addresses and parts of the document. */
function addressIn(token: string, base: string): string | null {
  const inside = token.replace(/^@import\s*/i, "").replace(/^url\(\s*|\s*\)$/gi, "");
  const text = inside
    .replace(/^(["'])([\s\S]*)\1$/, "$2")
    .replace(/\\([0-9a-f]{1,6})\s?|\\([\s\S])/gi, unescaped);
  if (text === "" || text.startsWith("#")) return null;
  const url = URL.parse(text, base);
  if (url?.protocol === "data:") return null;
  return url?.href ?? "about:invalid";
}

function unescaped(_: string, hex: string | undefined, char: string | undefined): string {
  if (hex === undefined) return char === "\n" ? "" : (char ?? "");
  const code = Number.parseInt(hex, 16);
  return code > 0x10ffff ? "" : String.fromCodePoint(code);
}
