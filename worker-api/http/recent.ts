/** Values by text, kept in memory for a minute after they were last set: the latest MAX_ENTRIES of them. */

const KEPT_MS = 60_000;
const MAX_ENTRIES = 10_000;

export class Recent<Value> {
  /** Oldest first: a Map keeps the order of insertion. */
  private readonly entries = new Map<string, { value: Value; until: number }>();

  get(text: string, now: number): Value | undefined {
    const entry = this.entries.get(text);
    return entry && entry.until > now ? entry.value : undefined;
  }

  set(text: string, value: Value, now: number): void {
    this.entries.delete(text);
    this.entries.set(text, { value, until: now + KEPT_MS });
    const [oldest] = this.entries.keys();
    if (this.entries.size > MAX_ENTRIES && oldest !== undefined) this.entries.delete(oldest);
  }

  delete(text: string): void {
    this.entries.delete(text);
  }
}
