/**
 * Reads the numbers and letters that the page shows before points of lists, headings, paragraphs and captions, and that are no
 * part of their text: those of lists, and those of CSS counters.
 * @returns {(element: Element) => string | null} the label, such as "(b)" or "2.1"; null for elements without one
 */
export default function labels() {
  const LABELLED = "li, h2, h3, h4, h5, h6, p, dt, figcaption, caption";
  const CODE = "pre, code";
  const COUNTER = /\bcounters?\(/;
  const PART =
    /"(?<text>(?:[^"\\]|\\.)*)"|counters?\((?<name>[\w-]+)(?:, "(?<between>(?:[^"\\]|\\.)*)")?(?:, (?<style>[\w-]+))?\)/g;
  const ROMAN = Object.entries({
    m: 1000,
    cm: 900,
    d: 500,
    cd: 400,
    c: 100,
    xc: 90,
    l: 50,
    xl: 40,
    x: 10,
    ix: 9,
    v: 5,
    iv: 4,
    i: 1,
  });
  const MAX_ROMAN = 3999;
  const LATIN = "abcdefghijklmnopqrstuvwxyz";
  const GREEK = "αβγδεζηθικλμνξοπρστυφχψω";
  const LIST = /^(?:ol|ul)$/;
  const unescaped = (text) => text.replace(/\\(.)/g, "$1");

  function letters(number, alphabet) {
    let text = "";
    for (let left = number; left > 0; left = Math.floor((left - 1) / alphabet.length))
      text = alphabet[(left - 1) % alphabet.length] + text;
    return text;
  }

  function roman(number) {
    if (number > MAX_ROMAN) return String(number);
    let [text, left] = ["", number];
    for (const [letter, value] of ROMAN) for (; left >= value; left -= value) text += letter;
    return text;
  }

  // What has no letter, such as zero, is a number.
  const WRITERS = {
    decimal: String,
    "decimal-leading-zero": (number) => String(number).padStart(2, "0"),
    "lower-alpha": (number) => letters(number, LATIN) || String(number),
    "lower-roman": (number) => roman(number) || String(number),
    "lower-greek": (number) => letters(number, GREEK) || String(number),
  };
  WRITERS["lower-latin"] = WRITERS["lower-alpha"];
  for (const style of ["alpha", "latin", "roman"])
    WRITERS[`upper-${style}`] = (number) => WRITERS[`lower-${style}`](number).toUpperCase();

  const numbers = new Map();
  function numberPoints(list) {
    const points = [...list.children].filter(
      (point) => point.localName === "li" && getComputedStyle(point).display !== "none",
    );
    const isDown = list.localName === "ol" && list.reversed;
    let next = list.hasAttribute("start") ? list.start : isDown ? points.length : 1;
    for (const point of points) {
      if (point.hasAttribute("value")) next = point.value;
      numbers.set(point, next);
      next += isDown ? -1 : 1;
    }
  }

  function numberOf(point) {
    const list = point.parentElement;
    if (!list || !LIST.test(list.localName)) return null;
    if (!numbers.has(point)) numberPoints(list);
    return numbers.get(point) ?? null;
  }

  // A counter is known to the siblings that follow the element that begins it, and inside of them:
  // https://drafts.csswg.org/css-lists/#inheriting-counters
  const counters = new Map();
  function known(name, element) {
    const all = counters.get(name) ?? [];
    while (all.length > 0 && !all.at(-1).around.contains(element)) all.pop();
    counters.set(name, all);
    return all;
  }

  function begin(name, value, element, around) {
    const all = known(name, element);
    if (all.at(-1)?.around === around) all.pop();
    all.push({ around, value });
  }

  const changesIn = (property) =>
    [...property.matchAll(/([\w-]+) (-?\d+)/g)].map(([, name, value]) => [name, Number(value)]);

  function count({ counterReset, counterSet, counterIncrement }, element, around) {
    for (const [name, value] of changesIn(counterReset)) begin(name, value, element, around);
    const changes = [
      ...changesIn(counterIncrement).map(([name, by]) => [name, (value) => value + by]),
      ...changesIn(counterSet).map(([name, to]) => [name, () => to]),
    ];
    for (const [name, change] of changes) {
      if (known(name, element).length === 0) begin(name, 0, element, around);
      const counter = known(name, element).at(-1);
      counter.value = change(counter.value);
    }
  }

  function valuesOf(name, element) {
    if (name === "list-item") return [numberOf(element) ?? 0];
    const values = known(name, element).map(({ value }) => value);
    return values.length > 0 ? values : [0];
  }

  // `content` ends with a "/" and a text for screen readers.
  function written(content, element) {
    const parts = [...content.matchAll(PART)].map(({ groups, index }) => {
      if (/[")] \/ $/.test(content.slice(0, index))) return "";
      if (groups.text !== undefined) return unescaped(groups.text);
      const write = WRITERS[groups.style ?? "decimal"] ?? String;
      const values = valuesOf(groups.name, element).map(write);
      return groups.between === undefined ? values.at(-1) : values.join(unescaped(groups.between));
    });
    return parts.join("").replace(/\s+/g, " ").trim();
  }

  const contentOf = (element, part) => getComputedStyle(element, part).content;
  const isCounted = (element) => COUNTER.test(contentOf(element, "::before")) && !element.closest(CODE);

  const isShown = (element) => getComputedStyle(element).display !== "none";
  const accept = (node) => (isShown(node) ? NodeFilter.FILTER_ACCEPT : NodeFilter.FILTER_REJECT);

  const texts = new Map();
  function countAll(body) {
    const elements = document.createTreeWalker(body, NodeFilter.SHOW_ELEMENT, accept);
    for (let node = elements.nextNode(); node; node = elements.nextNode()) {
      const element = /** @type {Element} */ (node);
      count(getComputedStyle(element), element, element.parentElement);
      const before = getComputedStyle(element, "::before");
      if (before.content === "none") continue;
      count(before, element, element);
      if (element.matches(LABELLED) && COUNTER.test(before.content))
        texts.set(element, written(before.content, element));
    }
  }
  const root = document.documentElement;
  if (root && [...document.querySelectorAll(LABELLED)].some(isCounted)) countAll(root);

  function markerOf(point) {
    const { display, listStyleType } = getComputedStyle(point);
    if (display !== "list-item") return null;
    const content = contentOf(point, "::marker");
    if (COUNTER.test(content)) return written(content, point);
    const number = numberOf(point);
    const write = Object.hasOwn(WRITERS, listStyleType) ? WRITERS[listStyleType] : null;
    return write && number !== null ? `${write(number)}.` : null;
  }

  return (element) => {
    const label = texts.get(element) ?? (element.localName === "li" ? markerOf(element) : null);
    return label || null;
  };
}
