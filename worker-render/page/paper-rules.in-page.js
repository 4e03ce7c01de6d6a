/**
 * Finds the document's style rules for paper, at any depth, and the margins of the `@page` rule that applies to every page.
 * @returns {{ any: boolean, unread: boolean, shifts: boolean, sized: boolean, sheet: { width: number, height: number } | null, pinned: string[],
 *   margins: { left?: number, right?: number } }}
 *   `unread`: a style sheet cannot be read and may have such rules, and no other one is for the screen alone. `shifts`: other rules
 *   that may apply on paper alone, or in the window alone. `sized`: an `@page` rule sets the size of the sheet. `sheet`: that size in
 *   px; null if it is not known, or not the same for all sheets. `pinned`: selectors of elements that are on each
 *   sheet if they are fixed: those that are fixed on paper alone, or all.
 */
export default function paperRules() {
  // What is the same on paper and in a window of its width.
  const SAME =
    /\((min-|max-)?(device-)?width\b[^()]*\)|\((prefers-|(any-)?(hover|pointer))[^()]*\)|\b(all|and|only)\b|[\s,]/g;
  // In mm, as CSS defines them. https://www.w3.org/TR/css-page-3/#page-size-prop
  const SHEETS_MM = {
    a5: [148, 210],
    a4: [210, 297],
    a3: [297, 420],
    b5: [176, 250],
    b4: [250, 353],
    "jis-b5": [182, 257],
    "jis-b4": [257, 364],
    letter: [215.9, 279.4],
    legal: [215.9, 355.6],
    ledger: [279.4, 431.8],
  };
  const PX_PER_MM = 96 / 25.4;
  // Sizes of `@page` rules for some of the sheets.
  let isMixed = false;
  // On paper, the page would lose styles.
  let needsScreen = false;
  // Sites have their `@page` rules among the styles for paper. Documents for paper have no others, and repeat what they fix.
  let isMadeForPaper = false;
  // Selectors of other rules that fix an element.
  const fixed = /** @type {string[]} */ ([]);
  // Selectors of rules for paper that give an element a box, and of rules for the screen that take it away.
  const shown = /** @type {string[]} */ ([]);
  const found = {
    any: false,
    unread: false,
    shifts: false,
    sized: false,
    sheet: /** @type {{ width: number, height: number } | null} */ (null),
    pinned: /** @type {string[]} */ ([]),
    margins: {},
  };
  const depends = (media) => media.mediaText.replace(SAME, "") !== "";
  const isForPaper = ({ mediaText }) =>
    mediaText === "not screen" || (/\bprint\b/.test(mediaText) && !/\b(screen|all)\b/.test(mediaText));
  // Where alone the rules apply.
  const sideOf = (media) => {
    if (media.mediaText === "not print") return "screen";
    if (isForPaper(media)) return "paper";
    return /\bscreen\b/.test(media.mediaText) && !/\b(print|all)\b/.test(media.mediaText) ? "screen" : "";
  };
  const sheetOf = (size) => {
    const words = size.split(" ");
    const px = (length) => CSSNumericValue.parse(length).to("px").value;
    const sides = SHEETS_MM[words.find((word) => word in SHEETS_MM)]?.map((mm) => mm * PX_PER_MM);
    try {
      const [width, height] = sides ?? [px(words[0]), px(words.at(-1))];
      return words.includes("landscape") ? { width: height, height: width } : { width, height };
    } catch {
      return null;
    }
  };
  const isForScreen = (media) =>
    /\bscreen\b/.test(media.mediaText) &&
    !/\b(print|all)\b/.test(media.mediaText) &&
    matchMedia(media.mediaText).matches;
  const readPageRule = ({ selectorText, style }, side) => {
    found.any = true;
    if (!side) isMadeForPaper = true;
    const size = style.getPropertyValue("size");
    if (!/^(auto)?$/.test(size)) {
      found.sized = true;
      if (selectorText) isMixed = true;
      else found.sheet = sheetOf(size);
    }
    for (const side of selectorText ? [] : ["left", "right"]) {
      try {
        const length = CSSNumericValue.parse(style.getPropertyValue(`margin-${side}`));
        found.margins[side] = length.to("px").value;
      } catch {
        // The margin is missing, or has a relative unit.
      }
    }
  };
  const judge = (media) => {
    if (isForPaper(media)) found.any = true;
    if (isForScreen(media)) needsScreen = true;
    if (depends(media)) found.shifts = true;
  };
  const readStyles = ({ position, display }, selector, side) => {
    if (position === "fixed") (side === "paper" ? found.pinned : fixed).push(selector);
    if (display && side === (display === "none" ? "screen" : "paper")) shown.push(selector);
  };
  // `outer`: the selector of the rule around these rules. In theirs, it is `&`.
  const read = (rules, side, outer = "") => {
    for (const rule of rules) {
      if (rule instanceof CSSPageRule) readPageRule(rule, side);
      else if (rule instanceof CSSImportRule) readSheet(rule.styleSheet, side);
      else if (rule instanceof CSSStyleRule) {
        const selector = outer ? rule.selectorText.replaceAll("&", `:is(${outer})`) : rule.selectorText;
        readStyles(rule.style, selector, side);
        read(rule.cssRules, side, selector);
      } else if (rule instanceof CSSNestedDeclarations) {
        readStyles(rule.style, outer, side);
      } else if (rule instanceof CSSGroupingRule) {
        const media = rule instanceof CSSMediaRule ? rule.media : null;
        if (media) judge(media);
        if (rule instanceof CSSContainerRule && /height|block|aspect|orientation/.test(rule.conditionText))
          found.shifts = true;
        read(rule.cssRules, (media && sideOf(media)) || side, outer);
      }
    }
  };
  const readSheet = (sheet, side = "") => {
    if (!sheet || sheet.disabled) return;
    judge(sheet.media);
    try {
      read(sheet.cssRules, sideOf(sheet.media) || side);
    } catch {
      // It is of another origin.
      found.unread = true;
    }
  };
  for (const sheet of [...document.styleSheets, ...document.adoptedStyleSheets]) readSheet(sheet);
  // Some pages have the same style sheet twice, for the screen and for paper.
  found.pinned = found.pinned.filter((selector) => !fixed.includes(selector));
  // What has no box on the screen is fixed for paper alone, whatever rule fixes it.
  for (const own of shown.length > 0 ? [...fixed, "[style*=fixed]"] : []) {
    for (const element of document.querySelectorAll(own)) {
      if (element.checkVisibility() || getComputedStyle(element).position !== "fixed") continue;
      for (const selector of shown) {
        const box = element.closest(selector);
        if (!box || getComputedStyle(box).display !== "none") continue;
        found.pinned.push(`:is(${selector})${box === element ? "" : " "}:is(${own})`);
      }
    }
  }
  if (isMadeForPaper) found.pinned = ["*"];
  // A picture can have another source for paper.
  if (document.querySelector("source[media*=print]")) found.any = true;
  if (isMixed) found.sheet = null;
  if (needsScreen) found.unread = false;
  return found;
}
