/** Unix milliseconds as the API writes times. */

export function isoTime(ms: number): string {
  return new Date(ms).toISOString();
}

export function isoTimeOrNull(ms: number | null): string | null {
  return ms === null ? null : isoTime(ms);
}

/** When a key was last used. Uses are stored by the minute, and that of the first use began before the key existed. */
export function lastUse(key: { createdAt: number; lastUsedAt: number | null }): string | null {
  return key.lastUsedAt === null ? null : isoTime(Math.max(key.createdAt, key.lastUsedAt));
}
