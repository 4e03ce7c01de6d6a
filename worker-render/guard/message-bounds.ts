/**
 * Limits the size of DevTools messages. All tabs of a browser share one connection, and one message above 32 MiB ends it:
 * https://developers.cloudflare.com/workers/platform/limits/ (WebSocket messages).
 */

/** Largest request body, in characters or bytes. The browser reports each body in one message. */
const MAX_BODY_CHARS = 8_000_000;

/**
 * Runs first in every document and worker. Silences console messages and uncaught errors, because the browser would report
 * them whole and nothing reads them. Refuses larger request bodies than pages send, as if the network had failed.
 */
export const MESSAGE_BOUNDS_SCRIPT = `(() => {
  const { apply, construct, defineProperty } = Reflect;
  const { ArrayBuffer, DOMException, FormData, Promise, Proxy, String, TypeError, URLSearchParams } = globalThis;
  const ignore = () => undefined;
  delete console.context;
  for (const name of Object.keys(console)) {
    if (typeof console[name] === "function" && name !== "createTask") console[name] = ignore;
  }
  const { preventDefault } = Event.prototype;
  const quiet = (event) => apply(preventDefault, event, []);
  if (globalThis.document) for (const type of ["error", "unhandledrejection"]) addEventListener(type, quiet, true);

  const { isView } = ArrayBuffer;
  const { forEach } = FormData.prototype;
  const sizeOf = (body) => {
    if (typeof body === "string") return body.length;
    if (body instanceof ArrayBuffer || isView(body)) return body.byteLength;
    if (body instanceof URLSearchParams) return String(body).length;
    let size = 0;
    if (body instanceof FormData) apply(forEach, body, [(value) => { if (typeof value === "string") size += value.length; }]);
    return size;
  };
  const isTooLarge = (body) => body !== undefined && body !== null && sizeOf(body) > ${MAX_BODY_CHARS};
  const replace = (owner, name, handler) => {
    const native = owner?.[name];
    if (native) defineProperty(owner, name, { value: new Proxy(native, handler(native)), configurable: true, writable: true });
  };
  replace(globalThis, "fetch", () => ({
    apply: (target, self, args) =>
      isTooLarge(args[1]?.body) ? Promise.reject(new TypeError("Failed to fetch")) : apply(target, self, args),
  }));
  replace(globalThis, "Request", () => ({
    construct: (target, args, newTarget) => {
      if (isTooLarge(args[1]?.body)) throw new TypeError("The body is too large.");
      return construct(target, args, newTarget);
    },
  }));
  replace(globalThis.XMLHttpRequest?.prototype, "send", () => ({
    apply: (target, self, args) => {
      if (isTooLarge(args[0])) throw new DOMException("Failed to send.", "NetworkError");
      return apply(target, self, args);
    },
  }));
  replace(globalThis.Navigator?.prototype, "sendBeacon", () => ({
    apply: (target, self, args) => (isTooLarge(args[1]) ? false : apply(target, self, args)),
  }));
  if (!globalThis.document) return;
  const formIsTooLarge = (form) => isTooLarge(new FormData(form));
  replace(HTMLFormElement.prototype, "submit", () => ({
    apply: (target, self, args) => (formIsTooLarge(self) ? undefined : apply(target, self, args)),
  }));
  addEventListener("submit", (event) => { if (formIsTooLarge(event.target)) quiet(event); }, true);
})()`;
