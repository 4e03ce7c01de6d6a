/** Whether a request comes from a page of ours. */

const LOOPBACK = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** True for an origin on this machine itself, as in local work. */
export function isLoopback(origin: string): boolean {
  return LOOPBACK.has(URL.parse(origin)?.hostname ?? "");
}

/** True when the header names our origin; locally, this machine has several names. */
export function isOwnOrigin(origin: string, publicOrigin: string): boolean {
  if (origin === publicOrigin) return true;
  return (
    isLoopback(origin) &&
    isLoopback(publicOrigin) &&
    URL.parse(origin)?.port === URL.parse(publicOrigin)?.port
  );
}
