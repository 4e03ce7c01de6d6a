/**
 * Inserts the families into the fonts of each element that shows their characters: after the page's web fonts, before the
 * fonts of the browser, which have no glyphs for them. Behind those Chromium would show the boxes that it has cached for the
 * text. Returns the number of elements that it changed: text may come after the fonts.
 * @param {{ characters: string, families: { name: string, use: string }[], prefix: string }} want `characters`: inside of a
 *   class of a regular expression. `use`: `text`, `emoji`, or the language for whose Chinese characters the family is.
 *   `prefix`: of the names of our families.
 * @param {(characters: RegExp, visit: (element: Element, text: string) => void) => void} texts
 */
export default function insertFamilies({ characters, families, prefix }, texts) {
  const found = new Set();
  texts(new RegExp(`[${characters}]`, "u"), (element) => found.add(element));
  const bare = (name) => name.trim().replace(/^["']|["']$/g, "");
  const isOurs = (name) => bare(name).startsWith(prefix);
  const webFonts = new Set([...document.fonts].map(({ family }) => bare(family)));
  const languageOf = (element) => {
    const language = element.closest("[lang]")?.getAttribute("lang")?.toLowerCase() ?? "";
    if (!/^zh/.test(language)) return language.slice(0, 2);
    return /hant|-(?:tw|hk|mo)/.test(language) ? "zh-hant" : "zh-hans";
  };
  const lists = [...found].flatMap((element) => {
    const language = languageOf(element);
    const rank = ({ use }) => (use === "emoji" ? 0 : use === language ? 1 : 2);
    const wanted = families.toSorted((one, other) => rank(one) - rank(other)).map(({ name }) => name);
    const list = getComputedStyle(element).fontFamily.match(/"[^"]*"|[^,"]+/g) ?? [];
    const present = list.map(bare).filter(isOurs);
    if (wanted.every((name) => present.includes(name))) return [];
    const before = present.filter((name) => !wanted.includes(name));
    const own = list.filter((name) => name.trim() && !isOurs(name));
    own.splice(own.findLastIndex((name) => webFonts.has(bare(name))) + 1, 0, ...wanted, ...before);
    return [{ element, list: own.join(", ") }];
  });
  // All styles are read first, because each change makes the browser compute them again.
  for (const { element, list } of lists) element.style?.setProperty("font-family", list, "important");
  return lists.length;
}
