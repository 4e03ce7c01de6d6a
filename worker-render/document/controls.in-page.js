/**
 * What of a page serves its use, and is not read: buttons, icons, links that only screen readers have, and links of headings to themselves.
 * @returns {{
 *   isControl: (element: Element) => boolean,
 *   isIcon: (element: Element, style: CSSStyleDeclaration) => boolean,
 *   isForScreenReaders: (element: Element, style: CSSStyleDeclaration) => boolean,
 *   isToItsHeading: (link: HTMLAnchorElement) => boolean,
 *   isEmptyLink: (link: HTMLAnchorElement, copy: Element) => boolean,
 * }}
 */
export default function controls() {
  const BUTTON = "button, [role=button]:not([href])";
  // Accordions have their questions in buttons, galleries their pictures.
  const QUESTION = ":is(h1, h2, h3, h4, h5, h6, summary, dt) *, [aria-expanded]:not([aria-haspopup])";
  const BRANCH = ":scope > li > button + :is(ul, ol)";
  const LEAF = "li > button";
  const HEAD = "th, [role=columnheader]";
  const HEADINGS = "h1, h2, h3, h4, h5, h6";
  const SPOKEN = `${HEADINGS}, math`;
  const CONTENT = "img, h1, h2, h3, h4, h5, h6, p, ul, ol, table, pre";
  // Text of links from a heading to itself, with U+200B for a mark that only styles show, and icons of a font.
  const PERMALINK = /^[\s\u200b\p{Co}#¶§🔗]*$/u;
  // A picture of a font has its name as text, or a character that other fonts lack.
  const ICONS = /(?:\b[Ii]|[a-z]I)cons?\b|[Mm]aterial [Ss]ymbols/;
  const ICON_NAME = /^\s*[a-z\d]\w*\s*$/;
  // Of scripts that fold a part of the page, such as "[−]" of Hacker News and of GTK's manuals.
  const NO_LETTERS = /^[^\p{L}\p{N}]*$/u;
  const NO_WORDS = /^[\s\p{Co}]*$/u;
  const HEADING = /^h[1-6]$/;
  const PATH = /^\/[a-z\d_{:]/;
  const FIELD = "input, select, textarea";

  // In a shadow root, what a slot is filled with is not inside of the button.
  function hasContent(button) {
    const slots = button.getRootNode() instanceof ShadowRoot ? [...button.querySelectorAll("slot")] : [];
    const assigned = slots.flatMap((slot) => slot.assignedElements({ flatten: true }));
    return [button, ...assigned].some((part) => part.matches(CONTENT) || part.querySelector(CONTENT));
  }

  // Lists of components have buttons around their rows, and trees have the names of their branches in buttons.
  function isListed(button) {
    const root = button.getRootNode();
    if (root instanceof ShadowRoot && root.host.matches("[role=listitem]")) return true;
    return button.matches(LEAF) && button.closest("ul, ol").querySelector(BRANCH) !== null;
  }

  // It sorts the column.
  function isWholeHead(button) {
    const words = button.closest(HEAD)?.textContent.trim();
    return words === button.textContent.trim() && !button.hasAttribute("aria-haspopup");
  }

  function isInSentence(button) {
    const line = button.closest(`p:not(:has(${FIELD}))`)?.cloneNode(true);
    for (const other of line?.querySelectorAll(BUTTON) ?? []) other.remove();
    const beside = line
      ? [line]
      : [button.previousSibling, button.nextSibling].filter((node) => node instanceof Text);
    return beside.some(({ textContent }) => /[\p{L}\p{N}]/u.test(textContent));
  }

  // References of programming interfaces have the method and the path in a button, which opens the list of servers.
  function hasPath(button) {
    const texts = document.createTreeWalker(button, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) if (PATH.test(texts.currentNode.nodeValue ?? "")) return true;
    return false;
  }

  // A button beside words is a word of their sentence. In a heading, one with a picture alone copies its words or its address.
  function isControl(element) {
    if (!element.matches(BUTTON)) return false;
    const hasWords = element.textContent.trim() && getComputedStyle(element).fontSize !== "0px";
    if (element.closest(HEADINGS) && !hasWords) return true;
    if (element.matches(QUESTION) || hasContent(element) || isListed(element)) return false;
    if (hasPath(element)) return false;
    return !isWholeHead(element) && !isInSentence(element);
  }

  function isIcon(element, { fontFamily }) {
    const [family] = fontFamily.split(",");
    return ICONS.test(family) && element.childElementCount === 0 && ICON_NAME.test(element.textContent);
  }

  // It comes into the window with the focus, and leads to the page's content.
  function isSkipLink(element) {
    const { left, right, bottom } = element.getBoundingClientRect();
    const isOutside = right <= 0 || bottom + scrollY <= 0 || left >= innerWidth;
    return isOutside && element.matches("a[href^='#']");
  }

  // Words for screen readers alone stand in a box of one pixel, or in one of which nothing is left. Formulas are read from such a
  // box, and a headline can be in one.
  function isForScreenReaders(element, { position, overflowX, clipPath, clip }) {
    if (!(element instanceof HTMLElement) || (position !== "absolute" && position !== "fixed")) return false;
    if (isSkipLink(element)) return true;
    const isNothing = /^rect\((\d+px), \1, \1, \1\)$/.test(clip) || /^inset\((?:50|100)%\)$/.test(clipPath);
    const isCut = overflowX === "hidden" || overflowX === "clip" || clipPath !== "none" || clip !== "auto";
    if (!isNothing && (!isCut || element.offsetWidth > 1 || element.offsetHeight > 1)) return false;
    return !element.matches(SPOKEN) && !element.querySelector(SPOKEN);
  }

  // Beside a heading, the link can have words for screen readers.
  function isBesideItsHeading(link) {
    const beside = [link.previousElementSibling, link.nextElementSibling];
    return beside.some(
      (element) =>
        element?.id &&
        HEADING.test(element.localName) &&
        URL.parse(`#${element.id}`, link.baseURI)?.hash === link.hash,
    );
  }

  // Docsify has the name of the part after that of the page.
  function isToItsHeading(link) {
    const heading = link.closest(HEADINGS);
    if (!heading || !link.hash || link.href.split("#")[0] !== document.URL.split("#")[0]) return false;
    const named = [heading, ...heading.querySelectorAll("[id]")].map(({ id }) => id);
    return named.some((id) => id && (link.hash === `#${id}` || link.hash.endsWith(`?id=${id}`)));
  }

  function isEmptyLink(link, target) {
    const isInPage = link.getAttribute("href")?.startsWith("#");
    if (isInPage && isBesideItsHeading(link)) return true;
    const isScript = link.protocol === "javascript:";
    const marks = isInPage ? PERMALINK : isScript ? NO_LETTERS : NO_WORDS;
    return marks.test(target.textContent) && !target.querySelector("img");
  }

  return { isControl, isIcon, isForScreenReaders, isToItsHeading, isEmptyLink };
}
