/** Whether a request comes from one of our own pages. */

const LOOPBACK = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** True for an origin on this machine, as in local development. */
export function isLoopback(origin: string): boolean {
  return LOOPBACK.has(URL.parse(origin)?.hostname ?? "");
}

/** True when `origin` is ours. On loopback, all names of this machine with our port are. */
export function isOwnOrigin(origin: string, publicOrigin: string): boolean {
  if (origin === publicOrigin) return true;
  return (
    isLoopback(origin) &&
    isLoopback(publicOrigin) &&
    URL.parse(origin)?.port === URL.parse(publicOrigin)?.port
  );
}
