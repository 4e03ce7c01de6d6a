/** Keeps the heads of tables, and headings with what follows them, on one sheet, and all rows of tables whose heads are on each. */
export default function divideWell() {
  const HEADINGS = "h1, h2, h3, h4, h5, h6";
  const LAST = "data-platen-last";
  // Smaller ones have no further head.
  const MIN_TABLE_PX = 400;
  const MAX_TABLES = 100;

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

  // Each further head makes a table longer, but not the flex box or grid around it: the last rows would be cut off by it, or printed
  // over what follows. One with a single child is the same as a block.
  function standAlone(table) {
    for (let box = table; box !== document.body && box.parentElement; box = box.parentElement) {
      const parent = box.parentElement;
      if (/^(flex|grid)$/.test(getComputedStyle(parent).display) && isAlone(box)) makeBlock(parent, box);
    }
  }

  const isPlaced = (element) => {
    const { display, position } = getComputedStyle(element);
    return display === "none" || /absolute|fixed/.test(position);
  };
  const isAlone = (box) =>
    [...box.parentElement.childNodes].every((node) => {
      if (node instanceof Text) return !node.data.trim();
      return node === box || !(node instanceof Element) || isPlaced(node);
    });

  function makeBlock(parent, box) {
    const placesOf = () => [parent, box].map((element) => element.getBoundingClientRect());
    const before = placesOf();
    const { cssText } = parent.style;
    parent.style.setProperty("display", "flow-root", "important");
    const isSame = placesOf().every((place, at) =>
      ["left", "top", "width", "height"].every(
        (side) => Math.abs(place[side] - (before[at]?.[side] ?? 0)) < 1,
      ),
    );
    if (!isSame) parent.style.cssText = cssText;
  }

  const tall = [...document.querySelectorAll("table:has(> :is(thead, tfoot))")].filter(
    (table) => table.getBoundingClientRect().height > MIN_TABLE_PX,
  );
  for (const table of tall.slice(0, MAX_TABLES)) standAlone(table);

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
