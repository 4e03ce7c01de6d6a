/** A page with words in all scripts that a result must be able to show, under a strict content security policy. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../../tools/paths.ts";
import { html, type Pages } from "./pages.ts";

/** In words of several letters: how they join and reorder is part of the font. */
export const SCRIPTS = {
  Latin: "Größe Việt",
  Greek: "Ελληνικά",
  Cyrillic: "Українська",
  Hebrew: "שלום",
  Arabic: "مرحبا",
  Syriac: "ܫܠܡܐ",
  Thaana: "ދިވެހި",
  NKo: "ߒߞߏ",
  Armenian: "Հայերեն",
  Georgian: "ქართული",
  Devanagari: "हिन्दी",
  Bengali: "বাংলা",
  Gurmukhi: "ਪੰਜਾਬੀ",
  Gujarati: "ગુજરાતી",
  Oriya: "ଓଡ଼ିଆ",
  Tamil: "தமிழ்",
  Telugu: "తెలుగు",
  Kannada: "ಕನ್ನಡ",
  Malayalam: "മലയാളം",
  Sinhala: "සිංහල",
  Thai: "ภาษาไทย",
  Lao: "ພາສາລາວ",
  Tibetan: "བོད་སྐད",
  Myanmar: "မြန်မာ",
  Khmer: "ខ្មែរ",
  Javanese: "ꦗꦮ",
  Balinese: "ᬩᬮᬶ",
  Ethiopic: "አማርኛ",
  Cherokee: "ᏣᎳᎩ",
  Inuktitut: "ᐃᓄᒃᑎᑐᑦ",
  Mongolian: "ᠮᠣᠩᠭᠣᠯ",
  Tifinagh: "ⵜⴰⵎⴰⵣⵉⵖⵜ",
  Vai: "ꕙꔤ",
  Chinese: "中文書體",
  Japanese: "あかカヌの",
  Korean: "한글서울",
  Runic: "ᚠᚢᚦ",
  Symbols: "✓→★∑",
  emoji: "😀🚀🇩🇪👍🏽👩‍👩‍👧",
} as const;

/** Code point without a character: no font has a glyph for it, so the browser draws its box. */
const UNASSIGNED = "\u{378}";
export const CELL = 80;
export const SHEET = { width: 640, height: 3_600 };

const LANGUAGES: Partial<Record<string, string>> = { Chinese: "zh", Japanese: "ja", Korean: "ko" };
const STYLE = `i{display:inline-block;width:${CELL}px;height:${CELL}px;font:normal 40px/${CELL}px sans-serif;text-align:center;overflow:hidden}
p{margin:0;height:${CELL}px;white-space:nowrap}`;

/** The letters of a script that stand alone: no marks. */
export function lettersOf(words: string): string[] {
  return [...new Set([...new Intl.Segmenter().segment(words)].map(({ segment }) => segment))]
    .filter((letter) => !/^[\p{M}\s]/u.test(letter))
    .slice(0, 6);
}

/** One row for each script: its letters, each in a cell, and the box. */
const rows = Object.entries(SCRIPTS).map(([name, words]) => {
  const cells = [...lettersOf(words), UNASSIGNED].map((letter) => `<i>${letter}</i>`).join("");
  return `<p dir=ltr${LANGUAGES[name] ? ` lang=${LANGUAGES[name]}` : ""}>${cells}</p>`;
});
const words = Object.entries(SCRIPTS).map(
  ([name, text]) => `<p${LANGUAGES[name] ? ` lang=${LANGUAGES[name]}` : ""}>${name} <bdi>${text}</bdi></p>`,
);

/** Text outside of the page's own nodes. A closed shadow root is out of our reach. */
const PLACES = `<p><i>ကမ</i><i><span id=shadow></span></i><i><input value="ကမ" style="all:unset;width:${CELL}px"></i><i class=before></i>
<i><svg width=${CELL} height=${CELL}><text x=20 y=50>ကမ</text></svg></i><i>${UNASSIGNED}${UNASSIGNED}</i></p>
<p>${["ကမ", UNASSIGNED + UNASSIGNED].map((text) => `<i><img src=/missing.png alt="${text}"></i><i><select><option>${text}</select></i>`).join("")}</p>
<iframe srcdoc="<style>body{margin:0;font:40px sans-serif}</style>ကမ" style="border:0;width:${CELL * 2}px;height:${CELL}px"></iframe>
<script>document.querySelector('#shadow').attachShadow({mode:'open'}).textContent='ကမ'</script>`;

const OWN = readFileSync(
  join(
    ROOT,
    "node_modules/@fontsource-variable/noto-serif-tibetan/files/noto-serif-tibetan-tibetan-wght-normal.woff2",
  ),
);

export const scriptsPages: Pages = {
  "/letters": (_, response) =>
    response
      .setHeader("content-type", "text/html; charset=utf-8")
      .setHeader("content-security-policy", "default-src 'none'; style-src 'unsafe-inline'")
      .end(html("Letters", rows.join(""), STYLE)),
  "/words": html("Words", words.join(""), "p{margin:0;font-size:20px;line-height:40px}"),
  "/places": html("Places", PLACES, `${STYLE}.before::before{content:"ကမ"}select{all:unset}`),
  "/late": html(
    "Late",
    `<p><i>ကမ</i></p><script>
      const first = document.querySelector("i");
      new MutationObserver((_, watch) => {
        if (!first.style.fontFamily) return;
        watch.disconnect();
        first.insertAdjacentHTML("afterend", "<i>ကမ</i>");
      }).observe(first, { attributes: true });
    </script>`,
    STYLE,
  ),
  "/own": html(
    "Own",
    `<p><i>བོ</i><i><span id=closed></span></i></p><script>document.querySelector('#closed').attachShadow({mode:'closed'}).textContent='བོ'</script>`,
    `@font-face{font-family:Own;src:url(/own.woff2)}${STYLE}i{font-family:Own;font-weight:900}`,
  ),
  "/own.woff2": (_, response) => response.setHeader("content-type", "font/woff2").end(OWN),
  "/latin": html("Latin", "<h1>Only Latin – “quoted” … €</h1><script>1</script>"),
};
