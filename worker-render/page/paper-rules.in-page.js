/**
 * Finds the document's style rules for paper, at any depth, and the margins of the `@page` rule that applies to every page.
 * @returns {{ any: boolean, unread: boolean, sized: boolean, margins: { left?: number, right?: number } }} `unread`: a style
 *   sheet cannot be read. `sized`: an `@page` rule sets the size of the sheet.
 */
export default function paperRules() {
  const found = { any: false, unread: false, sized: false, margins: {} };
  const isForPaper = (media) =>
    /\bprint\b/.test(media.mediaText) && !/\b(screen|all)\b/.test(media.mediaText);
  const readPageRule = ({ selectorText, style }) => {
    found.any = true;
    if (style.getPropertyValue("size")) found.sized = true;
    for (const side of selectorText ? [] : ["left", "right"]) {
      try {
        const length = CSSNumericValue.parse(style.getPropertyValue(`margin-${side}`));
        found.margins[side] = length.to("px").value;
      } catch {
        // The margin is missing, or has a relative unit.
      }
    }
  };
  const read = (rules) => {
    for (const rule of rules) {
      if (rule instanceof CSSPageRule) readPageRule(rule);
      else if (rule instanceof CSSImportRule) readSheet(rule.styleSheet);
      else if (rule instanceof CSSGroupingRule && !(rule instanceof CSSStyleRule)) {
        if (rule instanceof CSSMediaRule && isForPaper(rule.media)) found.any = true;
        read(rule.cssRules);
      }
    }
  };
  const readSheet = (sheet) => {
    if (!sheet || sheet.disabled) return;
    if (isForPaper(sheet.media)) found.any = true;
    try {
      read(sheet.cssRules);
    } catch {
      // It is of another origin.
      found.unread = true;
    }
  };
  for (const sheet of [...document.styleSheets, ...document.adoptedStyleSheets]) readSheet(sheet);
  return found;
}
