/**
 * Finds the article in the copy of a page. Readability finds where it is, but also removes headings, captions, quotations and
 * tables there. Those with words of their own stay. So do tables beside the article.
 * @param {Document} copy is changed: afterwards, the article's element contains nothing else
 * @param {any} Readability
 * @returns {{ title: string, content: Element } | null} null if the page has no article, or is about more than its article
 */
export default function readArticle(copy, Readability) {
  // Readability reads a document up to five times.
  const MAX_ELEMENTS = 30_000;
  // What has a smaller part of the page's own words is not all that the page is about, such as one of many equal sections. Of the
  // saved articles that were measured, all but two have 0.48 to 1. Eight pages that lost most of their text had 0.17 to 0.41.
  const MIN_SHARE = 0.45;
  // The words outside of links. Lists of further articles have fewer.
  const MIN_OWN_SHARE = 0.5;
  // Words such as "Advertisement" are shorter.
  const MIN_BLOCK_CHARS = 20;
  const FRAME = "nav, footer, [role=navigation], [role=contentinfo]";
  const FOOTER = "footer:not(article footer), [role=contentinfo]";
  const MENU = "nav, [role=navigation]";
  const ASIDES = "aside, [role=complementary]";
  // Links in code are a part of it, such as the types in the signature of a function.
  // Addresses of mail and phone numbers lead to nothing else.
  const LINK = 'a:not(code a, .platen-code a, [href^="mailto:"], [href^="tel:"])';
  const NOT_OWN = `${FRAME}, ${ASIDES}, header, ${LINK}`;
  // A list of articles can have the title and the first sentences of each in one link.
  const NOT_OF_PAGE = `${FRAME}, ${ASIDES}, header, ${LINK}:not(.platen-card)`;
  // Names of boxes with what readers say, other articles, and what asks for something. Writerside's "h2-related" is what belongs to
  // the heading, and TypeDoc's "tsd-comment" what a comment in the code says. Some names are those of short boxes only,
  // and of long parts of a manual by chance, such as the id "sql-for-update-share".
  const BESIDE =
    /(?<!\b(?:code|doc|tsd)-)comment|disqus|replies|(?<!\bh\d-)related|recommend|newsletter|subscri|sign-?up|sponsor|advert|cookie|consent/i;
  const SHORT_BESIDE =
    /share|social|log-?in|promo|banner|breadcrumb|pag(?:er|ination)|(?:^|[\s_-])nav-?(?:header|footer|bar|links)(?:[\s_-]|$)/i;
  const MAX_SHORT_CHARS = 500;
  const SAID = /(?<!\b(?:code|doc|tsd)-)comment|disqus|replies/i;
  // Page builders have each part of the article in a box such as "elementor-widget", and pages in one such as "has-left-sidebar".
  const BAR = /(?<!(?:has|with|no)[-_](?:\w+[-_])?)sidebar|(?:^|\s)widget(?:[\s_]|-area|$)/i;
  const CAPTION = /caption(?:-text)?(?:\s|$)/i;
  const INLINE =
    /^(?:abbr|b|bdi|bdo|cite|code|del|em|i|ins|kbd|mark|q|s|samp|small|span|strong|sub|sup|time|u|var)$/;
  const INLINE_OR_LINK = new RegExp(`${INLINE.source}|^(?:a|br)$`);
  const CELLS = "caption, colgroup, thead, tbody, tfoot, tr, td, th";
  const CODE = "pre, code, .platen-code, :has(pre, code, .platen-code)";
  const HEADING = /^h[1-6]$/;
  const HEADINGS = "h1, h2, h3, h4, h5, h6";
  const NOTE = "[data-platen-note]";
  const NOTES = "[data-platen-note], [role=doc-endnotes], [class*=footnotes i], [class*=endnotes i]";
  // Of a presentation, of which Readability would take the longest one for an article.
  const SLIDE = ".platen-slide";
  const MAIN = "article, main, [role=main], [itemprop=articleBody]";
  const MIN_OUTER_SHARE = 0.75;
  const NOT_ONLY_TEXT = "h1, h2, h3, h4, h5, h6, div, form, ul, ol, img";
  const MIN_CARDS_SHARE = 0.9;
  const MIN_DATE_SHARE = 0.5;
  const MIN_POSTS_SHARE = 0.5;
  // The tables that place the words of a mail. Its buttons and its foot belong to it.
  const MAIL_TABLE = ".platen-placing";
  const MIN_MAIL_SHARE = 0.9;
  const NUMBER = "data-platen-number";
  const NO_LEAD = `${FRAME}, ${ASIDES}, [role=dialog], figure, figcaption, li, table`;
  const ABOUT = /author|byline|meta/i;
  // The line of the author and the date is shorter, or has more digits.
  const MIN_LEAD_CHARS = 60;
  const MAX_LEAD_CHARS = 600;
  const MIN_CHARS_A_DIGIT = 20;
  const textOf = (element) => (element.textContent ?? "").replace(/\s+/g, " ").trim();
  const lengthOf = (element) => textOf(element).length;

  function ownLength(element, notOwn = NOT_OWN) {
    const own = element.cloneNode(true);
    for (const part of own.querySelectorAll(notOwn)) part.remove();
    return lengthOf(own);
  }

  const isMostlyOwn = (element) => ownLength(element) >= MIN_OUTER_SHARE * lengthOf(element);

  function isMail() {
    if (copy.querySelector(`${MAIN}, ${MENU}`)) return false;
    const tables = [...copy.querySelectorAll(MAIL_TABLE)].filter(
      (table) => !table.parentElement?.closest(MAIL_TABLE),
    );
    return tables.reduce((sum, table) => sum + lengthOf(table), 0) > MIN_MAIL_SHARE * lengthOf(copy.body);
  }

  // The page's own words, without what is named as beside them. What readers say can be what the page is about, as in a forum.
  function pageLength(article) {
    const page = /** @type {HTMLElement} */ (copy.body.cloneNode(true));
    const found = [...article.querySelectorAll(`[${NUMBER}]`)].map((part) => part.getAttribute(NUMBER));
    const known = new Set(found);
    const onWay = new Set();
    for (const part of page.querySelectorAll(`[${NUMBER}]`)) {
      if (!known.has(part.getAttribute(NUMBER))) continue;
      for (let at = /** @type {Element | null} */ (part); at && !onWay.has(at); at = at.parentElement)
        onWay.add(at);
    }
    // The boxes of a dashboard are one of several with the same name.
    const alike = new Set([...onWay].map((part) => part.className));
    for (const part of page.querySelectorAll("[class]")) {
      const isNamed = BAR.test(part.className) || (isBeside(part) && !SAID.test(part.className));
      if (isNamed && !onWay.has(part) && !alike.has(part.className)) part.remove();
    }
    return ownLength(page, NOT_OF_PAGE);
  }

  function given() {
    const whole = document.implementation.createHTMLDocument();
    whole.replaceChild(whole.importNode(copy.documentElement, true), whole.documentElement);
    // Readability replaces a `<div>` of text with a paragraph of its own, which has no number.
    for (const box of whole.querySelectorAll("div")) {
      for (const text of box.childNodes) {
        if (!(text instanceof Text) || !text.data.trim()) continue;
        const span = whole.createElement("span");
        span.setAttribute(NUMBER, box.getAttribute(NUMBER) ?? "");
        text.replaceWith(span);
        span.append(text);
      }
    }
    // It removes a `<div>` of many links, but no `<section>`. Links below a heading are a part of the article.
    for (const box of whole.querySelectorAll(":is(h2, h3, h4) + div")) {
      if (!box.querySelector("p") || box.querySelector(NOT_ONLY_TEXT)) continue;
      const section = whole.createElement("section");
      section.append(...box.childNodes);
      box.replaceWith(section);
    }
    return whole;
  }

  function ownWords(elements) {
    const texts = elements
      .flatMap(({ childNodes }) => [...childNodes])
      .filter((node) => node instanceof Text);
    return texts.reduce((sum, { data }) => sum + data.trim().length, 0);
  }

  function parse() {
    const options = { maxElemsToParse: MAX_ELEMENTS, keepClasses: true, serializer: (element) => element };
    try {
      return new Readability(given(), options).parse();
    } catch {
      // It refuses documents of more elements.
      return null;
    }
  }

  // Numbers, because Readability's article has elements of another document.
  function find() {
    const elements = [...copy.body.querySelectorAll("*")];
    for (const [number, element] of elements.entries()) element.setAttribute(NUMBER, String(number));
    const article = parse();
    const isPart =
      article && ownLength(article.content, NOT_OF_PAGE) < MIN_SHARE * pageLength(article.content);
    for (const element of elements) element.removeAttribute(NUMBER);
    if (!article || isPart) return null;
    // Rows without their table are not all of it.
    if ([...article.content.querySelectorAll(CELLS)].some((cell) => !cell.closest("table"))) return null;
    const numbers = [...article.content.querySelectorAll(`[${NUMBER}]`)].map((element) =>
      Number(element.getAttribute(NUMBER)),
    );
    const known = new Set(numbers);
    const all = elements.filter((_, number) => known.has(number));
    const found = withoutFooter(withoutMenus(all, lengthOf(article.content)));
    if (!found.some(lengthOf)) return null;
    return { title: article.title, text: textOf(article.content), found, inside: boxAround(found) };
  }

  // On a page of links, such as an archive of posts, the footer has most of the words that Readability counts.
  function withoutFooter(elements) {
    const own = elements.filter((element) => !element.closest(FOOTER));
    const chars = ownWords(own);
    if (chars > ownWords(elements) / 2) return elements;
    return chars < MIN_LEAD_CHARS ? [] : own;
  }

  // Readability keeps a menu in the box of the article, such as the bar above it. A table of contents is nothing but a menu.
  function withoutMenus(elements, chars) {
    const kept = new Set(elements);
    const menus = [...copy.body.querySelectorAll(MENU)].filter(
      (menu) => kept.has(menu) && ownLength(menu, LINK) < MIN_OWN_SHARE * lengthOf(menu),
    );
    const outer = menus.filter((menu) => !menu.parentElement?.closest(MENU));
    const inMenus = outer.reduce((sum, menu) => sum + lengthOf(menu), 0);
    if (inMenus > chars / 2) return elements;
    return elements.filter((element) => !menus.some((menu) => menu.contains(element)));
  }

  // The elements are in the order of the document. Of a table, its parent, because Turndown fails for rows alone.
  function boxAround(elements) {
    let box = elements[0].parentElement;
    while (!box.contains(elements.at(-1))) box = box.parentElement;
    return box.closest("table")?.parentElement ?? box;
  }

  // Without an element that says so, the page's content ends where links begin. None of several articles, such as one for each
  // function of a module, is all of it.
  function mainAround(first, last, inside) {
    const [named, other] = [first, last].map((part) => part.closest(MAIN));
    if (named && (named.contains(inside) || !other || named.contains(other))) return named;
    let box = inside;
    while (box !== copy.body && box.parentElement && isMostlyOwn(box.parentElement)) box = box.parentElement;
    return box;
  }

  function inOrder(one, other) {
    return one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1;
  }

  // The elements, and those around them in the box.
  function wayTo(parts, box) {
    const way = new Set(parts);
    for (const part of parts)
      for (let at = part.parentElement; at && at !== box && !way.has(at); at = at.parentElement) way.add(at);
    return way;
  }

  function isBeside({ className, textContent }) {
    return (
      BESIDE.test(className) || (SHORT_BESIDE.test(className) && (textContent ?? "").length < MAX_SHORT_CHARS)
    );
  }

  // `first`: the first words of the article, because the names of boxes around it say nothing of what is beside it.
  function isNamedOwn(element, first) {
    for (let at = element; at && !at.contains(first); at = at.parentElement) if (isBeside(at)) return false;
    return true;
  }

  function isOwn(element, first) {
    if (element.closest(FRAME) || !isNamedOwn(element, first)) return false;
    const length = ownLength(element);
    const isShort = INLINE.test(element.localName) || element.matches(CODE);
    const least = isShort ? 1 : MIN_BLOCK_CHARS;
    return length >= least && length >= MIN_OWN_SHARE * lengthOf(element);
  }

  function wordsAfter(element) {
    const walker = copy.createTreeWalker(copy.body, NodeFilter.SHOW_TEXT);
    walker.currentNode = element;
    let text = walker.nextNode();
    while (text && (element.contains(text) || !text.textContent?.trim())) text = walker.nextNode();
    return text;
  }

  function upFrom(element) {
    const way = [];
    for (let at = element; at; at = at.parentElement) way.push(at);
    return way;
  }

  // In a thread, comments have their words in boxes of the same name as the first post, or as other comments. Each is kept with
  // what stands around this box, such as its author.
  function commentsLike(parts, first) {
    const boxes = new Set(parts);
    const chars = new Map();
    for (const { className, localName, textContent } of parts)
      if (className && !INLINE.test(localName))
        chars.set(className, (chars.get(className) ?? 0) + (textContent ?? "").length);
    const least = MIN_POSTS_SHARE * ownWords(parts);
    const isComment = (box) => {
      const isAlike = (chars.get(box.className) ?? 0) >= least;
      if (!isAlike || boxes.has(box) || box.closest(FRAME) || box.contains(first)) return false;
      if (lengthOf(box) === 0) return false;
      for (let at = box; at && !at.contains(first); at = at.parentElement)
        if (SAID.test(at.className)) return true;
      return false;
    };
    const found = [...copy.querySelectorAll("[class]")].filter(isComment);
    const known = new Set(found);
    const comments = found.filter(({ parentElement: around }) => !around || !known.has(around));
    const inside = new Map();
    for (const comment of comments)
      for (const at of upFrom(comment)) inside.set(at, (inside.get(at) ?? 0) + 1);
    const isAlone = (box) => inside.get(box) === 1 && !box.contains(first);
    return comments.map((comment) => upFrom(comment).findLast(isAlone) ?? comment);
  }

  const isText = (block) =>
    [...block.querySelectorAll("*")].every((part) => INLINE_OR_LINK.test(part.localName));

  function isLead(block, first) {
    const text = textOf(block);
    const digits = text.replace(/\D/g, "").length;
    if (text.length < MIN_LEAD_CHARS || text.length > MAX_LEAD_CHARS) return false;
    if (digits * MIN_CHARS_A_DIGIT > text.length) return false;
    if (!isText(block) || ownLength(block, LINK) < MIN_OUTER_SHARE * text.length) return false;
    if (block.closest(NO_LEAD)) return false;
    for (let at = block; at && !at.contains(first); at = at.parentElement)
      if (isBeside(at) || ABOUT.test(at.className)) return false;
    return true;
  }

  // The paragraphs between the headline and the article, which often stand with the headline in a `<header>`.
  function leadBefore(first, text) {
    const between = [...copy.body.querySelectorAll(`${HEADINGS}, p, div`)].filter(
      (element) => inOrder(element, first) < 0 && !element.contains(first),
    );
    const isHeadline = (element) =>
      element.localName === "h1" ||
      (HEADING.test(element.localName) &&
        lengthOf(element) >= MIN_BLOCK_CHARS &&
        copy.title.includes(textOf(element)));
    const at = between.findLastIndex((element) => isHeadline(element) && lengthOf(element) > 0);
    if (at < 0) return [];
    return between.slice(at + 1).filter((block) => !text.includes(textOf(block)) && isLead(block, first));
  }

  const article = copy.querySelectorAll(SLIDE).length > 1 || isMail() ? null : find();
  if (!article) return null;
  const { title, text, found, inside } = article;
  // Before and after the article, most words are about its author, or of other articles.
  const texts = found.filter(lengthOf);
  const parts = texts.filter((element, at) => !element.contains(texts[at + 1] ?? null));
  const [first, last] = [parts[0], parts.at(-1)];
  const isBetween = (element) => inOrder(first, element) < 0 && inOrder(element, last) < 0;
  const main = mainAround(first, last, inside);
  const around = main.contains(inside) ? main : inside;
  const known = new Set(found);
  const tables = [...copy.querySelectorAll("table, [role=table], [role=grid], [role=treegrid]")].filter(
    (table) =>
      !known.has(table) && table.querySelectorAll("tr, [role=row]").length > 1 && isOwn(table, first),
  );
  // Notes can have as many links as words, and stand beside the article.
  const notes = [...copy.querySelectorAll(NOTES)].filter(
    (box) =>
      !known.has(box) &&
      (box.matches(NOTE) || box.querySelector("li, p, dd")) &&
      !box.closest(FRAME) &&
      !box.contains(first ?? null),
  );
  const lead = leadBefore(first, text);
  const kept = [...tables, ...notes, ...commentsLike(found, first)];
  const beside = kept.filter((part) => !around.contains(part));
  const content = beside.length > 0 ? boxAround([around, ...beside].toSorted(inOrder)) : around;
  const whole = new Set(kept);
  const onWay = wayTo([...found, ...kept], content);
  const onWayToLead = wayTo(lead, content);
  const headings = [];

  // Some pages have each heading in a box of its own.
  function isHeading(node) {
    const heading = HEADING.test(node.localName) ? node : node.querySelector(HEADINGS);
    return heading !== null && lengthOf(node) === lengthOf(heading) && isNamedOwn(heading, first);
  }

  // A caption can be one word, or a link.
  function isCaption(node) {
    return (node.localName === "figcaption" || CAPTION.test(node.className)) && isNamedOwn(node, first);
  }

  // Links to other pages of a manual, in boxes with a title or a paragraph. Those to other articles have pictures.
  function isCards(node) {
    const cards = [...node.querySelectorAll(".platen-box")];
    const chars = cards.reduce((sum, card) => sum + lengthOf(card), 0);
    if (cards.length < 2 || node.querySelector("img")) return false;
    return chars >= MIN_CARDS_SHARE * lengthOf(node) && isNamedOwn(node, first);
  }

  // More of what stands before and after the article is not its own.
  function isAround(element) {
    if (isBetween(element) || !main.contains(element) || element.closest(`${ASIDES}, header, [role=dialog]`))
      return false;
    return !BAR.test(element.className) && isOwn(element, first) && isMostlyOwn(element);
  }

  // A point of a list can have its name as a link, in a box of its own.
  function isNameOfPoint(node) {
    const point = node.closest("li");
    return point?.parentElement && onWay.has(point) && isBetween(node) && isNamedOwn(node, first);
  }

  // Of one of several articles. It can be a link to it.
  function isDate(node) {
    const alike = node.className ? [...copy.getElementsByClassName(node.className)] : [];
    if (!isBetween(node) && !(main.contains(node) && alike.some(isBetween))) return false;
    const dates = node.localName === "time" ? [node] : [...node.querySelectorAll("time")];
    const chars = dates.reduce((sum, date) => sum + lengthOf(date), 0);
    if (chars === 0 || chars < MIN_DATE_SHARE * lengthOf(node)) return false;
    return isNamedOwn(node, first);
  }

  function leaveOutLinks(box) {
    for (const part of box.querySelectorAll("*")) {
      if (INLINE.test(part.localName) || part.localName === "a") continue;
      if (isBeside(part) || ownLength(part) < MIN_OWN_SHARE * lengthOf(part)) part.remove();
    }
  }

  function keepLead(box) {
    if (lead.includes(box)) return;
    for (const node of [...box.childNodes]) {
      if (node instanceof Element && onWayToLead.has(node)) keepLead(node);
      else if (node instanceof Element && HEADING.test(node.localName))
        headings.push({ heading: node, next: wordsAfter(node) });
      else node.remove();
    }
  }

  function leaveOutRest(box) {
    for (const node of [...box.childNodes]) {
      if (whole.has(node) || node.localName === "br") continue;
      if (!(node instanceof Element)) {
        if (!inside.contains(box)) node.remove();
      } else if (onWay.has(node)) {
        leaveOutRest(node);
      } else if (HEADING.test(node.localName)) {
        headings.push({ heading: node, next: wordsAfter(node) });
      } else if (
        isDate(node) ||
        (isBetween(node) && (isOwn(node, first) || isCaption(node) || isCards(node)))
      ) {
        for (const part of node.querySelectorAll(`${FRAME}, ${ASIDES}`)) part.remove();
      } else if (isHeading(node)) {
        headings.push({ heading: node, next: wordsAfter(node) });
      } else if (isNameOfPoint(node)) {
        for (const part of node.querySelectorAll(`${FRAME}, ${ASIDES}`)) part.remove();
      } else if (isAround(node)) {
        leaveOutLinks(node);
      } else if (onWayToLead.has(node)) {
        keepLead(node);
      } else {
        node.remove();
      }
    }
  }

  leaveOutRest(content);
  content.prepend(...lead.filter((block) => !content.contains(block)));
  // The heading of what is left out is left out too.
  for (const { heading, next } of headings.reverse()) if (!content.contains(next)) heading.remove();
  // The title is the only heading of its level. If all parts of the page have such headings, those in them are lower, too.
  const isPart = (heading) =>
    heading.localName === "h1" && lengthOf(heading) > 0 && !title.includes(textOf(heading));
  const all = [...content.querySelectorAll(HEADINGS)];
  const isShifted = all.filter(isPart).length > 1;
  for (const heading of all) {
    const level = Number(heading.localName.slice(1));
    if (level > 1 && (!isShifted || level === 6)) continue;
    const lower = copy.createElement(`h${level + 1}`);
    lower.append(...heading.childNodes);
    heading.replaceWith(lower);
  }
  return { title, content };
}
