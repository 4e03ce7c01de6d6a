/**
 * Finds the page's footnotes: a note has a link back to the place that refers to it, which has a link to the note.
 * @returns {{ labels: Map<Element, string>, notes: Map<Element, string>, left: Set<Element> }} the label of each link to a note,
 *   and of each note, as in `[^label]`; and what is left out: the links back, numbers in notes,
 *   and copies of notes in the margin
 */
export default function footnotes() {
  // "1", "[2]", "(note 3)", "*"
  const MARK = /^[[(]?(?:\p{L}{1,12}\s?)?(?:\d{1,4}|\p{L}{1,3}|[*†‡§¶]{1,3})[\])]?$/u;
  const BOXES = ["li", "aside", "p", "div"];
  const HEADINGS = "h1, h2, h3, h4, h5, h6";
  const MAX_CHARS = 5_000;
  // Its note needs no link back.
  const REFERENCE = "[role=doc-noteref]";
  // Notes in the margin, which stand in the sentence. Styles count them.
  const SIDE_MARK = "label.sidenote-number";
  const SIDE_NOTE = ".sidenote";
  // LaTeXML, and so arXiv, shows a note while the pointer is at its mark.
  const HOVERED = ".ltx_role_footnote";
  const HOVERED_NUMBER = ".ltx_note_mark, .ltx_tag_note";
  const texts = new Map();
  const textOf = (element) => {
    if (!texts.has(element)) texts.set(element, (element.textContent ?? "").replace(/\s+/g, " ").trim());
    return texts.get(element);
  };
  const here = document.URL.split("#")[0];

  // Word and LibreOffice name the places of links in the old way.
  const partNamed = (id) => document.getElementById(id) ?? document.getElementsByName(id)[0];

  const targets = new Map();
  for (const link of document.querySelectorAll("a[href*='#']")) {
    if (!(link instanceof HTMLAnchorElement) || link.href.split("#")[0] !== here) continue;
    const id = link.hash.slice(1);
    const target = partNamed(id) ?? partNamed(decoded(id));
    if (target) targets.set(link, target);
  }

  function decoded(id) {
    try {
      return decodeURIComponent(id);
    } catch {
      return id;
    }
  }

  const taken = new Set();
  function labelOf(text) {
    const wanted = text.replace(/[[\]()]/g, "").replace(/\s+/g, "-");
    let label = wanted;
    for (let copy = 2; taken.has(label); copy += 1) label = `${wanted}-${copy}`;
    taken.add(label);
    return label;
  }

  // The id can be that of an empty element, or of the link back.
  function boxOf(target) {
    const box = BOXES.some((name) => target.localName === name)
      ? target
      : BOXES.map((name) => target.closest(name)).find((outer) => outer);
    return box && !box.querySelector(HEADINGS) && textOf(box).length <= MAX_CHARS ? box : null;
  }

  // A part of the page that the link stands in is not its place.
  const isPlaceOf = (place, link) =>
    link.contains(place) ||
    [place, place.nextElementSibling].some(
      (around) => around?.contains(link) && textOf(around).length <= textOf(link).length + 2,
    );
  // A link back has a link to itself, too.
  const isBefore = (link, box) =>
    (link.compareDocumentPosition(box) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;

  const boxes = new Map();
  for (const [link, target] of targets) {
    const box = MARK.test(textOf(link)) ? boxOf(target) : null;
    if (box && isBefore(link, box)) boxes.set(link, box);
  }
  const linksIn = new Map();
  for (const box of boxes.values()) linksIn.set(box, []);
  for (const link of targets.keys()) {
    for (let around = link.parentElement; around; around = around.parentElement)
      linksIn.get(around)?.push(link);
  }
  const notes = new Map();
  const backs = new Set();
  for (const [link, box] of boxes) {
    const own = linksIn.get(box).filter((back) => isPlaceOf(targets.get(back), link));
    if ((own.length === 0 && !link.matches(REFERENCE)) || own.some((back) => textOf(box) === textOf(back)))
      continue;
    for (const back of own) backs.add(back);
    if (!notes.has(box)) notes.set(box, labelOf(textOf(link)));
  }
  // Of several links to a note, one can have a link back.
  const labels = new Map();
  for (const [link, box] of boxes) if (notes.has(box)) labels.set(link, notes.get(box));
  function withoutLinksBack(note) {
    const own = [...backs].filter((back) => note.contains(back));
    const words = own.reduce((left, back) => left.replace(textOf(back), ""), textOf(note));
    return words.replace(/^[\s.:^↑()[\]]+/, "").trim();
  }

  // Beside the page's footnotes, a script can show each in the margin.
  const inMargin = [...document.querySelectorAll(SIDE_NOTE)].filter((side) => !notes.has(side));
  const known = inMargin.length > 0 ? [...notes.keys()].map(withoutLinksBack).filter(Boolean) : [];
  const copies = inMargin.filter((side) => known.some((words) => textOf(side).includes(words)));

  for (const [at, mark] of [...document.querySelectorAll(SIDE_MARK)].entries()) {
    const note = [mark.nextElementSibling, mark.nextElementSibling?.nextElementSibling].find((next) =>
      next?.matches(SIDE_NOTE),
    );
    if (!note) continue;
    notes.set(note, labelOf(textOf(mark) || String(at + 1)));
    labels.set(mark, notes.get(note));
  }
  const numbers = [];
  for (const hovered of document.querySelectorAll(HOVERED)) {
    const [mark, note] = hovered.children;
    if (!(note instanceof HTMLElement)) continue;
    for (const part of [note, ...note.children])
      if (part instanceof HTMLElement) part.style.setProperty("display", "inline", "important");
    numbers.push(...note.querySelectorAll(HOVERED_NUMBER));
    notes.set(note, labelOf(textOf(mark)));
    labels.set(mark, notes.get(note));
  }
  return { labels, notes, left: new Set([...backs, ...copies, ...numbers]) };
}
