/** Keeps the heads of tables, and headings with what follows them, on one sheet. */
export default function divideWell() {
  const HEADINGS = "h1, h2, h3, h4, h5, h6";
  const LAST = "data-platen-last";

  // What breaks after an element in a row breaks after the row.
  function isRow(box) {
    const { display, flexDirection } = getComputedStyle(box);
    return /grid$|^table-row$/.test(display) || (/flex$/.test(display) && flexDirection.startsWith("row"));
  }

  function isAlike(box, next, level) {
    const isSame = ["localName", "className", "childElementCount"].every((name) => next[name] === box[name]);
    return isSame && (next.matches(level) || next.querySelector(level) !== null);
  }

  const hasWordsBehind = ({ nextSibling }) => nextSibling instanceof Text && nextSibling.data.trim() !== "";

  // Whether the heading ends one of several boxes that are alike, such as a row of a table or the card of a product. What follows
  // belongs to another heading. Kept together, all of them would move to the next sheet.
  function endsItem(heading) {
    for (let box = heading; box && box !== document.body; box = box.parentElement) {
      const { nextElementSibling: next, parentElement: parent } = box;
      if (next && isAlike(box, next, heading.localName)) return true;
      const isLast = !next && !hasWordsBehind(box);
      if (!isLast && !(parent && isRow(parent))) return false;
    }
    return false;
  }

  // Chromium repeats the head of a table on each sheet only if it may not be divided. Its own styles say so, but only for paper.
  // They let a heading end a sheet.
  const rules = [];
  if (document.querySelector("thead, tfoot")) rules.push(":where(thead, tfoot) { break-inside: avoid }");
  const headings = [...document.querySelectorAll(HEADINGS)];
  if (headings.length > 0) rules.push(`:where(${HEADINGS}):where(:not([${LAST}])) { break-after: avoid }`);
  if (rules.length === 0) return;
  for (const heading of headings.filter(endsItem)) heading.setAttribute(LAST, "");
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(rules.join("\n"));
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}
