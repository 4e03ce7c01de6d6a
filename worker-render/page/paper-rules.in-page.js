/**
 * Finds the document's style rules for paper, at any depth, and the margins of the `@page` rule that applies to every page.
 * @returns {{ any: boolean, unread: boolean, shifts: boolean, sized: boolean, pinned: string[], margins: { left?: number, right?: number } }}
 *   `unread`: a style sheet cannot be read. `shifts`: other rules that may apply on paper alone, or in the window alone.
 *   `sized`: an `@page` rule sets the size of the sheet. `pinned`: selectors of rules for paper alone that fix an element.
 */
export default function paperRules() {
  // What is the same on paper and in a window of its width.
  const SAME =
    /\((min-|max-)?(device-)?width\b[^()]*\)|\((prefers-|(any-)?(hover|pointer))[^()]*\)|\b(all|and|only)\b|[\s,]/g;
  const found = {
    any: false,
    unread: false,
    shifts: false,
    sized: false,
    pinned: /** @type {string[]} */ ([]),
    margins: {},
  };
  const depends = (media) => media.mediaText.replace(SAME, "") !== "";
  const isForPaper = (media) =>
    /\bprint\b/.test(media.mediaText) && !/\b(screen|all)\b/.test(media.mediaText);
  const readPageRule = ({ selectorText, style }) => {
    found.any = true;
    if (!/^(auto)?$/.test(style.getPropertyValue("size"))) found.sized = true;
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
    if (depends(media)) found.shifts = true;
  };
  const read = (rules, onPaper) => {
    for (const rule of rules) {
      if (rule instanceof CSSPageRule) readPageRule(rule);
      else if (rule instanceof CSSImportRule) readSheet(rule.styleSheet, onPaper);
      else if (rule instanceof CSSStyleRule) {
        if (onPaper && rule.style.position === "fixed") found.pinned.push(rule.selectorText);
        // Rules inside the rule of an element: Chromium applies them on paper, but the layout does not follow them.
        if ([...rule.cssRules].some((inner) => inner instanceof CSSGroupingRule)) found.shifts = true;
      } else if (rule instanceof CSSGroupingRule) {
        const media = rule instanceof CSSMediaRule ? rule.media : null;
        if (media) judge(media);
        if (rule instanceof CSSContainerRule && /height|block|aspect|orientation/.test(rule.conditionText))
          found.shifts = true;
        read(rule.cssRules, onPaper || (media !== null && isForPaper(media)));
      }
    }
  };
  const readSheet = (sheet, onPaper = false) => {
    if (!sheet || sheet.disabled) return;
    judge(sheet.media);
    try {
      read(sheet.cssRules, onPaper || isForPaper(sheet.media));
    } catch {
      // It is of another origin.
      found.unread = true;
    }
  };
  for (const sheet of [...document.styleSheets, ...document.adoptedStyleSheets]) readSheet(sheet);
  return found;
}
