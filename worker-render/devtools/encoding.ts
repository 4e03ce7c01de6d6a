/**
 * Browsers that encode a picture. Chromium does so in the thread that responds to DevTools: a WebP of 23 million px keeps
 * it silent for 2 s on an idle machine and for 11 s on a busy one.
 */
import type { CDPSession, Connection } from "./devtools.ts";

/** Number of pictures that each connection's browser encodes now. */
const pictures = new WeakMap<Connection, number>();

/** Resolves with the picture. Until then, a silent browser counts as busy, not as lost. */
export async function encoding<T>(cdpSession: CDPSession, picture: Promise<T>): Promise<T> {
  const connection = cdpSession.connection();
  if (!connection) return picture;
  count(connection, 1);
  try {
    return await picture;
  } finally {
    count(connection, -1);
  }
}

export function isEncoding(connection: Connection): boolean {
  return (pictures.get(connection) ?? 0) > 0;
}

function count(connection: Connection, change: 1 | -1): void {
  pictures.set(connection, (pictures.get(connection) ?? 0) + change);
}
