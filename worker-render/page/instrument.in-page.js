/**
 * Runs before the page's own scripts, in every frame. It notes what could still change the page after its load event, so
 * that a page with nothing of the kind is not kept waiting, and takes away what would stop or leave the tab.
 */
export default function instrument() {
  // Delays up to this are worth waiting for; longer ones are polling or decoration.
  const SHORT_MS = 1000;
  const native = {
    setTimeout: window.setTimeout.bind(window),
    clearTimeout: window.clearTimeout.bind(window),
    frame: window.requestAnimationFrame.bind(window),
    now: performance.now.bind(performance),
  };
  const notes = { native, lazy: false, ticking: false, dueAt: 0 };
  Object.defineProperty(window, "__platen", { value: notes });

  const { observe } = IntersectionObserver.prototype;
  IntersectionObserver.prototype.observe = function (target) {
    notes.lazy = true;
    return observe.call(this, target);
  };
  const { addEventListener } = EventTarget.prototype;
  EventTarget.prototype.addEventListener = function (type, listener, options) {
    if (type === "scroll" || type === "wheel") notes.lazy = true;
    return addEventListener.call(this, type, listener, options);
  };
  const { setTimeout, setInterval } = window;
  window.setTimeout = function (work, delay, ...rest) {
    const ms = Number(delay) || 0;
    if (ms <= SHORT_MS) notes.dueAt = Math.max(notes.dueAt, native.now() + ms);
    return setTimeout.call(this ?? window, work, delay, ...rest);
  };
  window.setInterval = function (work, delay, ...rest) {
    if ((Number(delay) || 0) <= SHORT_MS) notes.ticking = true;
    return setInterval.call(this ?? window, work, delay, ...rest);
  };

  const nothing = () => undefined;
  window.alert = nothing;
  window.confirm = () => false;
  window.prompt = () => null;
  window.print = nothing;
  window.close = nothing;
}
