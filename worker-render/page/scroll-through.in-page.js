/**
 * Scrolls the page and the boxes in it as a visitor does who looks at everything, and back again. What comes into a page when it
 * scrolls is in it then.
 * @param {{ reachPx: number, lazyMs: number, noticeMs: number, tickMs: number }} want `reachPx`: how far down, CSS px. `lazyMs`: the
 *   longest time. `noticeMs`, `tickMs`: how long scripts have after each step for work that they have put off, and for an interval.
 * @param {boolean} isPageWatched something may come when the window scrolls, not only when a box does
 * @param {() => Promise<unknown>} drawn resolves after a frame
 * @param {(ms: number) => Promise<unknown>} sleep
 * @param {{ note(scroller: Element): void }} [seen] is called after each step
 * @returns {Promise<{ toEnd: boolean } | null>} null if nothing scrolls
 */
export default async function scrollThrough(want, isPageWatched, drawn, sleep, seen) {
  const notes = /** @type {any} */ (window).__platen ?? {};
  const now = notes.native?.now ?? performance.now.bind(performance);
  const root = document.documentElement;
  const page = document.scrollingElement ?? root;
  // A box that sticks out by less does not scroll for its reader.
  const MIN_OVERFLOW_PX = 8;
  const MAX_BOXES = 50;

  function* elements(tree, selector) {
    for (const element of tree.querySelectorAll(selector)) {
      yield element;
      if (element.shadowRoot) yield* elements(element.shadowRoot, "*");
    }
  }

  const overflow = (box) => ({
    down: box.scrollHeight - box.clientHeight,
    across: box.scrollWidth - box.clientWidth,
  });

  // Nothing comes into code when it scrolls, and manuals have many boxes of it.
  function isCode(box) {
    const code = box.closest("pre") ?? box.querySelector("pre");
    return (
      code?.textContent.trim() === box.textContent.trim() && !box.querySelector("img, iframe, video, canvas")
    );
  }

  function scrollers() {
    const found = [];
    // The window scrolls for the body, unless the root element has an overflow of its own.
    const ofBody = root && getComputedStyle(root).overflow !== "visible" ? "body, body *" : "body *";
    for (const element of elements(document, ofBody)) {
      if (element === page) continue;
      const { down, across } = overflow(element);
      if ((down < MIN_OVERFLOW_PX && across < MIN_OVERFLOW_PX) || element.clientHeight < 40) continue;
      const { overflowX, overflowY } = getComputedStyle(element);
      const scrolls = (value, by) => by >= MIN_OVERFLOW_PX && (value === "auto" || value === "scroll");
      if ((scrolls(overflowY, down) || scrolls(overflowX, across)) && !isCode(element)) found.push(element);
      if (found.length === MAX_BOXES) break;
    }
    return found;
  }

  // Where a box or the page has to be scrolled to, one place after the other. It can grow on the way.
  function* placesIn(box) {
    const isPage = box === page;
    const { scrollLeft, scrollTop } = box;
    const viewY = isPage ? innerHeight : box.clientHeight;
    const stepY = Math.max(100, viewY * 0.9);
    const stepX = Math.max(100, box.clientWidth * 0.9);
    const { down, across } = overflow(box);
    for (let y = stepY; isPage || down >= MIN_OVERFLOW_PX; y += stepY) {
      const bottom = Math.min(box.scrollHeight, isPage ? want.reachPx : Infinity) - viewY;
      yield { left: scrollLeft, top: Math.min(y, Math.max(0, bottom)) };
      if (y >= bottom) break;
    }
    if (isPage || across < MIN_OVERFLOW_PX) return;
    for (let x = stepX; x < box.scrollWidth; x += stepX) yield { left: x, top: scrollTop };
  }

  // Whether nothing lies over the middle of a box, and no box around it cuts it off.
  function isInView(box) {
    const { top, bottom, left, right } = box.getBoundingClientRect();
    if (!box.isConnected) return false;
    return box.contains(box.getRootNode().elementFromPoint((left + right) / 2, (top + bottom) / 2));
  }

  // A box, and all that it is in. A script can scroll also those that cut off what is below them.
  function* around(box) {
    for (let at = box; at; at = at.parentElement ?? at.getRootNode().host) yield at;
  }

  // The first box, and those that are in view with it.
  function together(boxes) {
    const [first] = boxes;
    first.scrollIntoView({ block: "center", behavior: "instant" });
    const group = [first];
    for (const box of boxes) {
      const isApart = group.every((other) => !other.contains(box) && !box.contains(other));
      if (isApart && isInView(box)) group.push(box);
    }
    return group;
  }

  async function walk(boxes, patientUntil, endsAt) {
    const ways = boxes.map((box) => ({ box, places: placesIn(box) }));
    while (now() < endsAt) {
      const moved = [];
      for (const { box, places } of ways) {
        const { value: place } = places.next();
        if (!place) continue;
        box.scrollTo({ ...place, behavior: "instant" });
        moved.push(box);
      }
      if (moved.length === 0) return true;
      await drawn();
      // Scripts look where the page is a moment later. There is no time for that on a very long page.
      const from = now();
      if (from > patientUntil) continue;
      const isPutOff = () => notes.putOff?.size > 0 && now() - from < want.noticeMs;
      const mayTick = () => notes.ticking && now() - from < want.tickMs;
      while (isPutOff() || mayTick()) await sleep(20);
      for (const box of moved) seen?.note(box);
    }
    return false;
  }

  const endsAt = now() + want.lazyMs;
  const boxes = scrollers();
  const isPageLong = isPageWatched && Boolean(page) && page.scrollHeight > innerHeight;
  if (boxes.length === 0 && !isPageLong) return null;
  // Scripts move one box with another, and a box that comes into view moves those around it.
  const movable = new Set(boxes.flatMap((box) => [...around(box)]));
  const starts = [...movable].map((box) => ({ box, left: box.scrollLeft, top: box.scrollTop }));
  if (page) starts.push({ box: page, left: 0, top: 0 });
  const halfOf = (end) => (now() + end) / 2;
  // Half of the time is for the page, which comes last: a box in it can be very long.
  const boxesEndAt = isPageLong ? halfOf(endsAt) : endsAt;
  const patientUntil = halfOf(boxesEndAt);
  let toEnd = true;
  const left = new Set(boxes);
  while (left.size > 0) {
    const group = together([...left]);
    toEnd = (await walk(group, patientUntil, boxesEndAt)) && toEnd;
    for (const box of group) left.delete(box);
  }
  if (isPageLong) toEnd = (await walk([page], halfOf(endsAt), endsAt)) && toEnd;
  // What the last step shows comes with a later frame.
  if (page) seen?.note(page);
  for (let round = 1; round <= 2; round += 1) {
    for (const { box, left, top } of starts) box.scrollTo({ left, top, behavior: "instant" });
    await drawn();
    if (starts.every(({ box, left, top }) => box.scrollLeft === left && box.scrollTop === top)) break;
  }
  return { toEnd };
}
