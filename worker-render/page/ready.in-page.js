/**
 * Makes one document ready, in one call: web fonts, lazy content, images, animations that end, height, not blank.
 * Each phase has its own limit of time. What does not arrive in it becomes a warning, never an error.
 * @param {{ wholePage: boolean, reachPx: number, decode: boolean, endMotion: boolean, restless: boolean,
 *   fontsMs: number, lazyMs: number, noticeMs: number, tickMs: number, fadeMs: number, imagesMs: number, slowImagesMs: number, nextImageMs: number, followingImagesMs: number, imagesUntilMs: number, settleMs: number, typingMs: number, workingMs: number,
 *   quietMs: number, seenQuietMs: number, putOffMs: number, blankMs: number }} want
 *   `wholePage`: content below the first screen matters too, down to `reachPx`. `restless`: something has just changed.
 * @param {() => boolean} paints whether anything is visible
 * @param {(drawn: () => Promise<unknown>) => Promise<void>} endMotion
 * @param {(want: { reachPx: number, lazyMs: number, noticeMs: number, tickMs: number }, isPageWatched: boolean, drawn: () => Promise<unknown>,
 *   sleep: (ms: number) => Promise<unknown>, seen?: { note(scroller: Element): void }) => Promise<{ toEnd: boolean } | null>} scrollThrough
 * @param {(drawn: () => Promise<unknown>) => Promise<boolean>} [showInView] true if it has shown something that was gone again
 * @param {() => { isPreloading(): boolean, note(): void, hasNew(): boolean, closeNew(): void }} [overlays]
 * @param {(drawn: () => Promise<unknown>, sleep: (ms: number) => Promise<unknown>, unlock?: () => void) =>
 *   { note(scroller: Element): void, bringBackRows(reachPx: number): Promise<void>, bringBackHidden(): boolean }} [seenWords]
 *   what a visitor sees who scrolls
 * @param {() => void} [unlock] lets a box that scrolls the page grow to its full height
 * @param {() => number} [findEnd] how far down images can begin that are in the result
 */
export default async function ready(
  want,
  paints,
  endMotion,
  scrollThrough,
  showInView,
  overlays,
  seenWords,
  unlock,
  findEnd,
) {
  const notes = /** @type {any} */ (window).__platen ?? {};
  const native = notes.native ?? {
    setTimeout: window.setTimeout.bind(window),
    frame: window.requestAnimationFrame.bind(window),
    now: performance.now.bind(performance),
  };
  const { now } = native;
  const beganAt = now();
  const root = document.documentElement;
  const warnings = [];
  let pictures = { total: 0, loaded: 0 };
  // By image, the address that it failed to load, if it ends with its alt text.
  const ended = new Map();
  const timings = {};

  const sleep = (ms) => new Promise((resolve) => native.setTimeout(resolve, ms));
  // Resolves after one drawn frame and its observers: their task is queued after the frame's, and ours after theirs. The time
  // limit is for windows that are never drawn.
  const drawn = () =>
    new Promise((resolve) => {
      native.setTimeout(resolve, 500);
      native.frame(() => native.setTimeout(() => native.setTimeout(resolve, 0), 0));
    });
  const limited = (promise, ms) =>
    Promise.race([
      promise.then(
        () => true,
        () => true,
      ),
      sleep(ms).then(() => false),
    ]);
  const phase = async (name, work) => {
    const from = now();
    await work();
    timings[name] = (timings[name] ?? 0) + now() - from;
  };
  const height = () => Math.max(root?.scrollHeight ?? 0, document.body?.scrollHeight ?? 0);
  const onFirstScreen = (element) => {
    const { top, bottom, left, right } = element.getBoundingClientRect();
    return bottom > 0 && right > 0 && top < innerHeight && left < innerWidth;
  };
  const over = overlays?.();
  const seen = seenWords?.(drawn, sleep, unlock);
  let endPx = Infinity;
  const matters = (element) => {
    if (!want.wholePage) return onFirstScreen(element);
    return endPx === Infinity || element.getBoundingClientRect().top + scrollY <= endPx;
  };

  // Scripts work in slices. True when all queued tasks are done: a background task runs after them.
  async function rested() {
    if (!notes.scripted || !native.postTask) return true;
    const last = native.postTask(() => undefined, { priority: "background" });
    return limited(last, want.quietMs);
  }

  // Whether a page that shows little, and that scripts have just changed, continues, such as a report that unpacks its data.
  async function begun() {
    const fewChars = 200;
    const soonMs = 150;
    const [loading] = /** @type {PerformanceNavigationTiming[]} */ (
      performance.getEntriesByType("navigation")
    );
    const from = notes.changedAt ?? 0;
    const leftMs = from + soonMs - now();
    if (!loading || from < loading.domInteractive || leftMs <= 0) return false;
    if ((document.body?.innerText ?? "").length > fewChars) return false;
    await sleep(leftMs);
    return unpacks() || notes.changedAt > from;
  }

  async function fonts() {
    if (!document.fonts || document.fonts.status === "loaded") return;
    if (await limited(document.fonts.ready, want.fontsMs)) return;
    warnings.push({ code: "fonts_late", message: "Some web fonts did not arrive in time." });
  }

  // Observers of what is in view without any scrolling run with the next frame.
  async function observed() {
    if (!notes.observes) return false;
    const from = now();
    await drawn();
    return notes.changedAt >= from;
  }

  function loadLazy() {
    const lazy = [...document.querySelectorAll("[loading=lazy]")].filter(matters);
    for (const element of lazy) element.setAttribute("loading", "eager");
  }

  async function lazyContent() {
    loadLazy();
    const watched = Boolean(notes.lazy || window.onscroll || document.onscroll);
    if (!(watched || notes.lazyInside) || !want.wholePage) return false;
    over?.note();
    const scrolled = await scrollThrough(want, watched, drawn, sleep, seen);
    if (!scrolled) return false;
    await seen?.bringBackRows(want.reachPx);
    const goneAt = now() + want.fadeMs;
    while (now() < goneAt && over?.hasNew()) await sleep(50);
    if (!scrolled.toEnd)
      warnings.push({ code: "lazy_cut", message: "The page is too long to be scrolled to its end in time." });
    return true;
  }

  async function images() {
    let cameAt = -Infinity;
    const loaded = (image) =>
      new Promise((resolve) => {
        const came = () => {
          cameAt = now();
          resolve(null);
        };
        image.addEventListener("load", came, { once: true });
        image.addEventListener("error", came, { once: true });
        if (image.complete) resolve(null);
      });
    // Slow images have more time, and those that follow others of their server, or are arriving, if the budget of the job has it.
    const latest = Math.min(beganAt + want.followingImagesMs, want.imagesUntilMs);
    const mayFollow = () => now() - cameAt < want.nextImageMs;
    // The size of an image is known from its first bytes.
    const arrives = (image) => !image.complete && image.naturalWidth > 0;
    const othersEndAt = now() + want.imagesMs;
    const endsAt = Math.max(othersEndAt, Math.min(now() + want.slowImagesMs, latest));
    let hasWaited = false;
    let all = [];
    // An image that fails may take less space than before. Then other images come up.
    while (now() < endsAt || (now() < latest && (mayFollow() || all.some(arrives)))) {
      loadLazy();
      all = [...document.images].filter(matters);
      const loading = all.filter((image) => !image.complete);
      if (loading.length === 0) break;
      hasWaited = true;
      await limited(Promise.all(loading.map(loaded)), Math.max(endsAt - now(), 200));
    }
    // Until its first bytes, an image has no current address.
    const asked = all.filter((image) => image.currentSrc || !image.complete);
    const here = asked.filter((image) => image.complete && image.naturalWidth > 0);
    pictures = { total: asked.length, loaded: here.length };
    for (const image of all) {
      if (image.complete) continue;
      warnings.push({
        code: "image_late",
        message: "An image did not arrive in time.",
        url: (image.currentSrc || image.src).slice(0, 500),
      });
    }
    if (want.decode) {
      const whole = all.filter((image) => image.complete && image.naturalWidth > 0);
      await limited(Promise.all(whole.map((image) => image.decode().catch(() => undefined))), endsAt - now());
    }
    if (!want.decode) await limited(Promise.all(all.filter(mayRetry).map(endWithAltText)), endsAt - now());
    hasWaited = (await videos(othersEndAt)) || hasWaited;
    if (hasWaited) await drawn();
  }

  // The first picture of each video that is loading.
  async function videos(endsAt) {
    const all = [...document.querySelectorAll("video")].filter(matters);
    const loading = all.filter(
      (video) =>
        video.networkState === HTMLMediaElement.NETWORK_LOADING &&
        video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA &&
        !video.poster,
    );
    const shown = (video) =>
      new Promise((resolve) => {
        for (const name of ["loadeddata", "error", "emptied"])
          video.addEventListener(name, resolve, { once: true });
      });
    await limited(Promise.all(loading.map(shown)), endsAt - now());
    // Chromium shows a spinner on each video for two seconds. New controls have none.
    const controlled = all.filter((video) => video.controls);
    for (const on of [false, true]) for (const video of controlled) video.controls = on;
    return loading.length > 0;
  }

  function mayRetry(image) {
    const hasSources = image.srcset !== "" || image.closest("picture")?.querySelector("source");
    return Boolean(hasSources && image.complete && image.naturalWidth === 0);
  }

  // Chromium prints at 300 dpi, for which an image may have other sources. A failed image would try them and lose its alt text.
  function endWithAltText(image) {
    ended.set(image, image.currentSrc);
    for (const source of image.closest("picture")?.querySelectorAll("source") ?? []) source.remove();
    image.removeAttribute("srcset");
    return new Promise((resolve) => {
      const failed = (event) => {
        event.stopImmediatePropagation();
        resolve(null);
      };
      image.addEventListener("error", failed, { once: true, capture: true });
      image.src = "data:,";
    });
  }

  // Images in sight that the browser cannot read. Counters of visits are images too, but none that is seen. A drawing may have no
  // size of its own.
  async function unreadImages() {
    const leastPx = 3;
    const isSeen = (image) => {
      const { width, height } = image.getBoundingClientRect();
      return width >= leastPx && height >= leastPx && image.checkVisibility({ visibilityProperty: true });
    };
    const unread = [];
    const empty = [...document.images].filter(
      (image) => image.complete && image.naturalWidth === 0 && image.currentSrc && matters(image),
    );
    for (const image of empty.filter(isSeen).slice(0, 20)) {
      const reads = image.decode().then(
        () => true,
        () => false,
      );
      if (!(await reads)) unread.push((ended.get(image) ?? image.currentSrc).slice(0, 2000));
    }
    return unread;
  }

  const unpacks = () => notes.unpacking?.size > 0;

  // Waits until the height and the nodes stop changing, and for work that the page has put off. Style changes do not count: they
  // are animations, which may never end. The last `seenQuietMs` are observed here, the time before is known from the notes.
  // A time in which the page could not run at all counts as one step.
  async function settled() {
    const stepMs = 50;
    let changed = false;
    let changedAt = now();
    let quietMs = Math.min(now() - (notes.changedAt ?? now()), want.quietMs - want.seenQuietMs);
    let known = height();
    const observer = new MutationObserver(() => {
      changed = true;
    });
    observer.observe(document.body ?? document, { childList: true, characterData: true, subtree: true });
    const typing = watchTyping();
    const startedAt = now();
    // Scripts that draw one part after the other keep the page from running for most of the time.
    let workedMs = 0;
    const works = () => workedMs > (now() - startedAt) / 2;
    const waits = () => unpacks() || (notes.putOff?.size > 0 && now() - changedAt < want.putOffMs);
    const mayWait = () =>
      now() - startedAt < (typing.isOn() ? want.typingMs : want.settleMs) ||
      (works() && now() - beganAt < want.workingMs);
    while (mayWait() && (quietMs < want.quietMs || waits())) {
      const leftMs = want.quietMs - quietMs;
      const ms = leftMs > 0 ? Math.min(stepMs, leftMs) : stepMs;
      const from = now();
      await sleep(ms);
      if (changed) workedMs += now() - from - ms;
      const isQuiet = !changed && height() === known;
      quietMs = isQuiet ? quietMs + ms : 0;
      if (!isQuiet) changedAt = now();
      if (changed) typing.look();
      known = height();
      changed = false;
    }
    observer.disconnect();
    if (quietMs < want.quietMs && works())
      warnings.push({
        code: "still_working",
        message: "Scripts of the page were still drawing parts of it.",
      });
  }

  // Scripts type a text letter by letter. One that they delete again was complete.
  function watchTyping() {
    const minTimes = 5;
    const maxLetters = 20;
    const lengthOf = () => document.body?.textContent.length ?? 0;
    let length = lengthOf();
    let times = 0;
    return {
      look() {
        const more = lengthOf() - length;
        length += more;
        if (more !== 0) times = more > 0 && more <= maxLetters ? times + 1 : 0;
      },
      isOn: () => times >= minTimes,
    };
  }

  let coveredMs = 0;
  async function uncovered() {
    const beganAt = now() - coveredMs;
    if (!over?.isPreloading()) return false;
    while (over.isPreloading() && now() - beganAt < want.blankMs) await sleep(50);
    coveredMs = now() - beganAt;
    return true;
  }

  // The share of the words that have their place in the flow of the page, and are not visible yet.
  function hiddenShare() {
    const isOut = (element) => {
      for (let box = element; box && box !== document.body; box = box.parentElement)
        if (/absolute|fixed/.test(getComputedStyle(box).position)) return true;
      return false;
    };
    const chars = { shown: 0, hidden: 0 };
    const texts = document.createTreeWalker(document.body ?? document, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(), left = 2_000; node && left > 0; node = texts.nextNode(), left -= 1) {
      const { parentElement: box } = node;
      const length = node.nodeValue?.trim().length ?? 0;
      if (length === 0 || !box?.checkVisibility()) continue;
      if (box.checkVisibility({ opacityProperty: true, visibilityProperty: true })) chars.shown += length;
      else if (!isOut(box)) chars.hidden += length;
    }
    return chars.hidden / Math.max(1, chars.hidden + chars.shown);
  }

  // Timers can bring in one part of the page after the other. Other pages have less that is hidden.
  async function broughtIn() {
    const leastShare = 1 / 3;
    const endsAt = Math.min(notes.timersEndAt ?? 0, now() + want.blankMs);
    if (now() >= endsAt || hiddenShare() < leastShare) return;
    while (now() < endsAt && hiddenShare() > 0) await sleep(50);
  }

  async function notBlank() {
    const endsAt = now() + want.blankMs;
    while (!paints()) {
      if (now() >= endsAt) return false;
      await sleep(20);
    }
    return true;
  }

  let changed = want.restless;
  await phase("settle", async () => {
    changed = !(await rested()) || changed;
    changed = changed || (await begun());
  });
  await phase("fonts", fonts);
  await phase("blank", async () => {
    changed = (await uncovered()) || changed;
  });
  endPx = findEnd?.() ?? Infinity;
  let scrolled = false;
  // Once more, because a page may make what has to be scrolled only while it settles.
  for (let round = 1; round <= 2; round += 1) {
    await phase("lazy", async () => {
      changed = (await observed()) || changed;
      scrolled = await lazyContent();
      changed = scrolled || changed;
    });
    if (round === 2 && !scrolled) break;
    await phase("images", images);
    if (want.endMotion) await notes.skipTime?.();
    if (!changed && !notes.ticking && !(notes.putOff?.size > 0) && !unpacks()) break;
    await phase("settle", settled);
    if (want.endMotion) await notes.skipTime?.();
    if (scrolled) break;
  }
  await phase("blank", broughtIn);
  if (want.endMotion) await endMotion(drawn);
  // Some preloaders move over the page after it has loaded.
  let wasCovered = false;
  await phase("blank", async () => {
    wasCovered = await uncovered();
  });
  if (wasCovered && want.endMotion) await endMotion(drawn);
  if (want.wholePage && (await showInView?.(drawn))) {
    await drawn();
    if (want.endMotion) await notes.skipTime?.();
    if (want.endMotion) await endMotion(drawn);
  }
  over?.closeNew();
  if (seen?.bringBackHidden()) await drawn();
  let blank = false;
  await phase("blank", async () => {
    blank = !(await notBlank());
  });
  const fontsMissing = [...(document.fonts ?? [])].some(
    ({ status }) => status === "loading" || status === "error",
  );
  const leavesInMs = notes.leavesInMs?.() ?? null;
  const refused = (kind) => [...(notes.refused?.[kind] ?? [])].map((url) => url.slice(0, 2000));
  const unusable = {
    images: await unreadImages(),
    scripts: refused("scripts"),
    sheets: refused("sheets"),
    quirks: document.compatMode === "BackCompat",
  };
  // Chromium shows XML with an error down to there.
  const brokenOff = /xml/.test(document.contentType) && document.querySelector("parsererror") !== null;
  const read = { pictures, fontsMissing, unusable, brokenOff };
  return { blank, height: height(), warnings, timings, leavesInMs, ...read };
}
