/**
 * The characters of the document that a browser may lack: each once, and each emoji as a whole. Browsers have Latin, Greek and
 * Cyrillic letters and punctuation. Private code points belong to the page's own fonts.
 * @param {{ characters: number, emoji: number, languages: number }} max
 * @param {(characters: RegExp, visit: (element: Element, text: string) => void) => void} texts
 */
export default function letters(max, texts) {
  const RARE =
    /(?![\u0300-\u036f\ufe00-\ufe0f])[^\0-\u017f\u0370-\u04ff\u2000-\u203a\u205f-\u206f\u20ac\u2122\u2212\ud800-\udfff\ue000-\uf8ff\ufeff\ufff0-\uffff\u{e0000}-\u{10ffff}]/u;
  const found = [];
  texts(RARE, (_, text) => found.push(text));
  if (found.length === 0) return { characters: "", emoji: [], languages: [] };
  // biome-ignore lint/complexity/useRegexLiterals: V8 parses a literal with the function around it, which takes 10 ms here.
  const EMOJI = new RegExp("\\p{RGI_Emoji}", "gv");
  const text = found.join("\n");
  const emoji = new Set(text.match(EMOJI));
  const characters = [...new Set(text.replace(EMOJI, ""))].filter((one) => RARE.test(one));
  const named = [...document.querySelectorAll("[lang]")].map((element) => element.getAttribute("lang") ?? "");
  return {
    characters: characters.slice(0, max.characters).join(""),
    emoji: [...emoji].slice(0, max.emoji),
    languages: [...new Set(named)].filter((one) => one.length < 20).slice(0, max.languages),
  };
}
