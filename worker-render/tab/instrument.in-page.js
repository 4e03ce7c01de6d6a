/**
 * Runs before the page's own scripts, in every frame. It notes what could still change the page after its load event, so
 * that a page with nothing of the kind is not kept waiting, and takes away what would stop or leave the tab.
 * @param {string} button the tag of our own button, which is no part of a result
 */
export default function instrument(button) {
  // Delays up to this are worth waiting for; longer ones are polling or decoration. So is a timer of a timer of a timer.
  const SHORT_MS = 1000;
  const MAX_LINKS = 2;
  const native = {
    setTimeout: window.setTimeout.bind(window),
    clearTimeout: window.clearTimeout.bind(window),
    frame: window.requestAnimationFrame.bind(window),
    now: performance.now.bind(performance),
    postTask: window.scheduler?.postTask.bind(window.scheduler),
  };
  // `observes`: content may come when something is seen; `lazy`, `lazyInside`: when the page, or a box in it, is scrolled.
  // `putOff`: what waits for a short timer, a frame or an idle moment. `changedAt`: when nodes last came or went.
  const notes = {
    native,
    lazy: false,
    lazyInside: false,
    observes: false,
    ticking: false,
    putOff: new Set(),
    changedAt: 0,
  };
  Object.defineProperty(window, "__platen", { value: notes });
  const observer = new MutationObserver(() => {
    notes.changedAt = native.now();
  });
  observer.observe(document, { childList: true, characterData: true, subtree: true });

  const { observe } = IntersectionObserver.prototype;
  IntersectionObserver.prototype.observe = function (target) {
    notes.lazy = true;
    notes.observes = true;
    return observe.call(this, target);
  };
  const { addEventListener } = EventTarget.prototype;
  EventTarget.prototype.addEventListener = function (type, listener, options) {
    if (type === "scroll" || type === "wheel") {
      // The page's own scrolling is told to the document and the window alone. Frameworks listen to all there is on their root.
      if (this instanceof Element && this !== document.body && this !== document.documentElement) {
        notes.lazyInside = true;
      } else notes.lazy = true;
    }
    return addEventListener.call(this, type, listener, options);
  };
  const page = /** @type {any} */ (window);
  let links = 0;
  const note = (begin, end, isShort) => {
    const { [begin]: start, [end]: stop } = page;
    const key = (id) => `${begin} ${id}`;
    page[begin] = (work, when, ...rest) => {
      if (typeof work !== "function" || !isShort(when)) return start.call(page, work, when, ...rest);
      const link = links + 1;
      const run = (...args) => {
        notes.putOff.delete(key(id));
        links = link;
        try {
          return work.apply(page, args);
        } finally {
          links = 0;
        }
      };
      const id = start.call(page, run, when, ...rest);
      if (link <= MAX_LINKS) notes.putOff.add(key(id));
      return id;
    };
    page[end] = (id) => {
      notes.putOff.delete(key(id));
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

  // Defined here first, the button's own script leaves the tag alone. The important rule of a shadow root wins over the page's.
  class HiddenButton extends HTMLElement {
    constructor() {
      super();
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(":host { display: none !important }");
      this.attachShadow({ mode: "closed" }).adoptedStyleSheets = [sheet];
    }
  }
  window.customElements?.define(button, HiddenButton);

  // The window is as large as its screen, which is the viewport; the real one may be of any size.
  Object.assign(window, { outerWidth: screen.width, outerHeight: screen.height });

  const nothing = () => undefined;
  window.alert = nothing;
  window.confirm = () => false;
  window.prompt = () => null;
  window.print = nothing;
  window.close = nothing;
}
