/**
 * Calls workerd, once more after a failure. On a busy machine, it has closed the connection as idle before this process uses it
 * again. The call must be one that can be repeated.
 */
export function repeated<T>(call: () => Promise<T>): Promise<T> {
  return call().catch(call);
}
