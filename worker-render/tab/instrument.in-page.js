/**
 * Runs before the page's own scripts, in every frame. It notes what could still change the page after its load event, so that a
 * page with nothing of that kind need not wait. It also disables dialogs and other functions that would block the tab.
 * @param {string} button tag of our own button, which results do not show
 */
export default function instrument(button) {
  // Timers up to this are waited for; longer ones are polling or decoration. So is the third timer in a chain of timers.
  const SHORT_MS = 1000;
  // Those up to this matter where words wait for them.
  const LONG_MS = 5000;
  const MAX_CHAIN = 2;
  // Frameworks come to their words in several steps that follow at once, before, between and after the timers.
  const SOON_MS = 16;
  const MAX_SOON = 8;
  // Scripts that ask for this many frames in a row may look in each where the page is.
  const MANY_FRAMES = 3;
  // Time that is skipped for animations of scripts: in steps, because some libraries ignore a clock that jumps by more.
  const SKIP_STEP_MS = 400;
  const SKIP_STEPS = 10;
  // More, while frames are cheap.
  const MAX_SKIP_STEPS = 30;
  const SKIP_MS = 500;
  // Scripts that lead to another page within this time, as after "You will be redirected in 3 seconds".
  const LEAVES_MS = 5000;
  const LEAVES =
    /\blocation\s*(\.\s*href\s*)?=(?!=|\s*(\w+\s*\.\s*)?location\b)|\blocation\s*\.\s*(replace|assign)\s*\(/;
  // A page with more text than this is not there to lead to another one.
  const MAX_LEAVING_CHARS = 1500;
  // A page that draws asks for frames all the time. On a busy machine, a frame comes late. In a frame out of view, none comes.
  const DRAWS_MS = 60;
  const LATE_MS = 1000;
  const native = {
    setTimeout: window.setTimeout.bind(window),
    clearTimeout: window.clearTimeout.bind(window),
    frame: window.requestAnimationFrame.bind(window),
    now: performance.now.bind(performance),
    listen: window.addEventListener.bind(window),
    postTask: window.scheduler?.postTask.bind(window.scheduler),
    sourceOf: Function.prototype.call.bind(Function.prototype.toString),
  };
  // `observes`: content may come when an element becomes visible. `lazy`, `lazyInside`: when the page, or a box in it, scrolls.
  // `ticking`: a short interval runs. `putOff`: work that waits for a short timer, a frame or an idle moment.
  // `unpacking`: streams of data that scripts unpack.
  // `knowsPaper`: scripts look whether the page is printed. `changedAt`: when nodes were last added or removed.
  // `scripted`: the document has or had a script. Some remove themselves. `timersEndAt`: when the last longer timer ends. `skipTime`: shows
  // animations of scripts that end in their last state. `showAgain`: shows what was hidden because it left the view. `leavesInMs`:
  // in how many milliseconds at most a timer leads to another page, or null. `refused`: addresses of scripts and style
  // sheets that the browser did not use. `unpinned`: what was pinned to the window, with its styles. `opened`: boxes that scrolled
  // across, and do not any more. `grids`: tables and grids in boxes that scroll. `shrunk`: tables that are scaled down, with their zoom.
  // `divided`: boxes taller than a sheet that styles keep in one piece, with their styles.
  // `wrapped`: code whose lines are wrapped. `numbers`: the numbers of its lines that were moved, with what they were.
  // `placed`: boxes that scrolled the page and are in its flow now, with functions that undo it.
  const notes = {
    native,
    lazy: false,
    lazyInside: false,
    observes: false,
    ticking: false,
    putOff: new Set(),
    unpacking: new Set(),
    knowsPaper: false,
    changedAt: 0,
    scripted: false,
    timersEndAt: 0,
    skipTime,
    showAgain,
    leavesInMs,
    refused: { scripts: new Set(), sheets: new Set() },
    unpinned: new Map(),
    opened: new Set(),
    placed: new Map(),
    grids: new Set(),
    shrunk: new Map(),
    divided: new Map(),
    wrapped: new Set(),
    numbers: new Map(),
  };
  Object.defineProperty(window, "__platen", { value: notes });
  const observer = new MutationObserver(() => {
    notes.changedAt = native.now();
    // The browser reports a script of the document before it runs.
    notes.scripted ||= document.scripts.length > 0;
  });
  observer.observe(document, { childList: true, characterData: true, subtree: true });

  // What has a wrong type gets an event of its own. A script that cannot be parsed, such as half of it, is an error without a stack.
  const MAX_REFUSED = 20;
  const noteRefused = (set, url) => {
    if (url && set.size < MAX_REFUSED) set.add(url);
  };
  native.listen(
    "error",
    ({ target, error, filename, isTrusted }) => {
      if (!isTrusted) return;
      if (target instanceof HTMLScriptElement) noteRefused(notes.refused.scripts, target.src);
      if (target instanceof HTMLLinkElement) noteRefused(notes.refused.sheets, target.href);
      if (target === window && error instanceof SyntaxError && !/\n\s*at /.test(String(error.stack)))
        noteRefused(notes.refused.scripts, filename);
    },
    true,
  );

  const { observe } = IntersectionObserver.prototype;
  IntersectionObserver.prototype.observe = function (target) {
    notes.lazy = true;
    notes.observes = true;
    return observe.call(this, target);
  };
  // By observer, what came into view, with a call that repeats the message of it.
  const seen = new Map();
  // What had content when it left the view. Scripts can take it away then.
  const filled = new WeakSet();
  const isFilled = (element) =>
    element.textContent.trim() !== "" || element.querySelector("svg, canvas, img, video, iframe") !== null;
  // What is loaded at the end of a list keeps no place of this height.
  const MIN_PLACE_PX = 100;
  let isShownAgain = false;
  window.IntersectionObserver = class IntersectionObserver extends window.IntersectionObserver {
    constructor(callback, options) {
      const report = (entries, observer) => {
        for (const entry of entries) {
          if (entry.isIntersecting)
            targets.set(entry.target, () => callback.call(observer, [entry], observer));
          else if (targets.has(entry.target) && isFilled(entry.target)) filled.add(entry.target);
        }
        // Another layout would take away what has been brought back.
        const isKept = ({ isIntersecting, target }) => isShownAgain && !isIntersecting && filled.has(target);
        const others = entries.filter((entry) => !isKept(entry));
        if (others.length > 0) callback.call(observer, others, observer);
      };
      super(typeof callback === "function" ? report : callback, options);
      const targets = new Map();
      seen.set(this, targets);
    }
  };

  const isHidden = (element) => !element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  function showAgain() {
    let hasShown = false;
    isShownAgain = true;
    for (const [target, repeat] of [...seen.values()].flatMap((targets) => [...targets])) {
      const children = [...target.children];
      const isEmptied =
        filled.has(target) && !isFilled(target) && target.getBoundingClientRect().height >= MIN_PLACE_PX;
      // The end of a list without words would load the rest of the list.
      if (target.getClientRects().length === 0 || (!isEmptied && !target.textContent.trim())) continue;
      if (!isEmptied && !isHidden(target) && (children.length === 0 || !children.every(isHidden))) continue;
      hasShown = true;
      // An error in it is the page's own.
      native.setTimeout(repeat);
    }
    return hasShown;
  }
  const { addEventListener } = EventTarget.prototype;
  EventTarget.prototype.addEventListener = function (type, listener, options) {
    if (type === "scroll" || type === "wheel") {
      // Only the document and the window get the page's scroll events. Frameworks listen to every event on their root element.
      if (this instanceof Element && this !== document.body && this !== document.documentElement) {
        notes.lazyInside = true;
      } else notes.lazy = true;
    }
    if (type === "beforeprint") notes.knowsPaper = true;
    return addEventListener.call(this, type, listener, options);
  };
  const { matchMedia } = window;
  window.matchMedia = function (query) {
    if (String(query).includes("print")) notes.knowsPaper = true;
    return matchMedia.call(this ?? window, query);
  };
  // Reports such as those of Playwright have all of their data packed in the document.
  window.DecompressionStream = class DecompressionStream extends window.DecompressionStream {
    constructor(format) {
      super(format);
      const { readable, writable } = new TransformStream();
      const end = () => notes.unpacking.delete(this);
      notes.unpacking.add(this);
      super.readable.pipeTo(writable).then(end, end);
      Object.defineProperty(this, "readable", { value: readable });
    }
  };
  const page = /** @type {any} */ (window);
  let chain = { timers: 0, soon: 0 };
  let framesInRow = 0;
  // Frames that scripts asked for and did not get yet, when they last asked, and when they last got one.
  const frames = { asked: new Set(), askedAt: -Infinity, drawnAt: -Infinity };
  const isFrame = (begin) => begin === "requestAnimationFrame";
  const note = (begin, end, isShort) => {
    const { [begin]: start, [end]: stop } = page;
    const key = (id) => `${begin} ${id}`;
    page[begin] = (work, when, ...rest) => {
      if (Number(when) > SHORT_MS && Number(when) <= LONG_MS)
        notes.timersEndAt = Math.max(notes.timersEndAt, native.now() + Number(when));
      if (typeof work !== "function" || !isShort(when)) return start.call(page, work, when, ...rest);
      const { timers, soon } = chain;
      const depth = Number(when) > SOON_MS ? { timers: timers + 1, soon } : { timers, soon: soon + 1 };
      const frame = isFrame(begin) ? framesInRow + 1 : 0;
      if (frame >= MANY_FRAMES) notes.lazy = true;
      const run = (...args) => {
        notes.putOff.delete(key(id));
        chain = depth;
        framesInRow = frame;
        try {
          if (!isFrame(begin)) return work.apply(page, args);
          frames.asked.delete(id);
          frames.drawnAt = native.now();
          return work.call(page, args[0] + skippedMs);
        } finally {
          chain = { timers: 0, soon: 0 };
          framesInRow = 0;
        }
      };
      const id = start.call(page, run, when, ...rest);
      if (depth.timers <= MAX_CHAIN && depth.soon <= MAX_SOON) notes.putOff.add(key(id));
      if (isFrame(begin)) {
        frames.asked.add(id);
        frames.askedAt = native.now();
      }
      return id;
    };
    page[end] = (id) => {
      notes.putOff.delete(key(id));
      if (isFrame(begin)) frames.asked.delete(id);
      return stop.call(page, id);
    };
  };
  note("setTimeout", "clearTimeout", (ms) => !(Number(ms) > SHORT_MS));
  note("requestAnimationFrame", "cancelAnimationFrame", () => true);
  note("requestIdleCallback", "cancelIdleCallback", () => true);
  const { setInterval } = window;
  window.setInterval = function (work, delay, ...rest) {
    if ((Number(delay) || 0) <= SHORT_MS) notes.ticking = true;
    return setInterval.call(this ?? window, work, delay, ...rest);
  };

  // By timer, when it leads to another page. A countdown does so after an unknown number of intervals.
  const leaving = new Map();
  const noteLeaving = (begin, end, longest, leavesAfter) => {
    const { [begin]: start, [end]: stop } = page;
    page[begin] = (work, delay, ...rest) => {
      const id = start.call(page, work, delay, ...rest);
      const ms = Number(delay) || 0;
      const source = () => (typeof work === "function" ? native.sourceOf(work) : String(work));
      if (ms <= longest && LEAVES.test(source())) leaving.set(id, native.now() + leavesAfter(ms));
      return id;
    };
    page[end] = (id) => {
      leaving.delete(id);
      return stop.call(page, id);
    };
  };
  noteLeaving("setTimeout", "clearTimeout", LEAVES_MS, (ms) => ms);
  noteLeaving("setInterval", "clearInterval", SHORT_MS, () => LEAVES_MS);
  function leavesInMs() {
    const times = [...leaving.values()].map((at) => at - native.now()).filter((ms) => ms > 0);
    const isShort = (document.body?.innerText.length ?? 0) <= MAX_LEAVING_CHARS;
    return times.length > 0 && isShort ? Math.min(...times) : null;
  }

  // Chromium drops a drawing of WebGL as soon as it has been shown. On paper and in a file its canvas would be blank.
  const { prototype: canvas } = page.HTMLCanvasElement;
  const { getContext } = canvas;
  canvas.getContext = function (type, attributes) {
    const isWebGl = /webgl/.test(String(type));
    return getContext.call(this, type, isWebGl ? { ...attributes, preserveDrawingBuffer: true } : attributes);
  };

  let skippedMs = 0;
  const { now } = Date;
  Date.now = () => now() + skippedMs;
  performance.now = () => native.now() + skippedMs;

  const draws = () =>
    native.now() - frames.drawnAt < DRAWS_MS ||
    (frames.asked.size > 0 && native.now() - frames.askedAt < LATE_MS);

  // The page's clocks run fast for a moment. An animation without end is only further on then.
  async function skipTime() {
    const startedAt = native.now();
    const mayGoOn = (step) =>
      step < SKIP_STEPS || (step < MAX_SKIP_STEPS && native.now() - startedAt < SKIP_MS);
    for (let step = 0; mayGoOn(step) && draws(); step++) {
      if (skippedMs === 0) {
        window.Date = new Proxy(Date, {
          construct: (target, args, made) =>
            Reflect.construct(target, args.length > 0 ? args : [Date.now()], made),
        });
      }
      skippedMs += SKIP_STEP_MS;
      const isDrawn = await new Promise((resolve) => {
        native.setTimeout(resolve, LATE_MS, false);
        native.frame(() => native.setTimeout(resolve, 0, true));
      });
      if (!isDrawn) break;
    }
  }

  // The button's own script does not define a tag that is defined already. `!important` in a shadow root overrides the page.
  class HiddenButton extends HTMLElement {
    constructor() {
      super();
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(":host { display: none !important }");
      this.attachShadow({ mode: "closed" }).adoptedStyleSheets = [sheet];
    }
  }
  window.customElements?.define(button, HiddenButton);

  // The page sees a window of the size of its screen, which is the viewport. The real window may have any size.
  Object.assign(window, { outerWidth: screen.width, outerHeight: screen.height });

  const nothing = () => undefined;
  window.alert = nothing;
  window.confirm = () => false;
  window.prompt = () => null;
  window.print = nothing;
  window.close = nothing;
}
