/** A discrete-event clock and seeded random numbers, so that a run can be repeated. */

export class Timeline {
  private readonly heap: { at: number; run: () => void }[] = [];
  now = 0;

  after(ms: number, run: () => void): void {
    this.heap.push({ at: this.now + ms, run });
    let child = this.heap.length - 1;
    while (child > 0) {
      const parent = (child - 1) >> 1;
      if (this.at(parent) <= this.at(child)) break;
      this.swap(parent, child);
      child = parent;
    }
  }

  /** Runs events in order of time up to `endMs`. */
  runUntil(endMs: number): void {
    for (;;) {
      const first = this.heap[0];
      if (!first || first.at > endMs) return;
      const last = this.heap.pop();
      if (last && this.heap.length > 0) {
        this.heap[0] = last;
        this.sink();
      }
      this.now = first.at;
      first.run();
    }
  }

  private sink(): void {
    let parent = 0;
    for (;;) {
      const left = parent * 2 + 1;
      if (left >= this.heap.length) return;
      const child = this.at(left + 1) < this.at(left) ? left + 1 : left;
      if (this.at(parent) <= this.at(child)) return;
      this.swap(parent, child);
      parent = child;
    }
  }

  private at(index: number): number {
    return this.heap[index]?.at ?? Number.POSITIVE_INFINITY;
  }

  private swap(a: number, b: number): void {
    const first = this.heap[a];
    const second = this.heap[b];
    if (!first || !second) return;
    this.heap[a] = second;
    this.heap[b] = first;
  }
}

/** Returns a generator of uniform random numbers in [0, 1): mulberry32. */
export function chance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A station that serves up to `servers` jobs at a time. Others wait in its queue. */
export class Station {
  private readonly timeline: Timeline;
  private readonly servers: number;
  private readonly queue: (() => void)[] = [];
  private busy = 0;
  /** Server-milliseconds worked. */
  workedMs = 0;

  constructor(timeline: Timeline, servers: number) {
    this.timeline = timeline;
    this.servers = servers;
  }

  serve(ms: number, done: () => void): void {
    if (this.busy >= this.servers) {
      this.queue.push(() => this.start(ms, done));
      return;
    }
    this.start(ms, done);
  }

  /** Share of the capacity used over `spanMs`. */
  load(spanMs: number): number {
    return this.workedMs / (this.servers * spanMs);
  }

  private start(ms: number, done: () => void): void {
    this.busy += 1;
    this.workedMs += ms;
    this.timeline.after(ms, () => {
      this.busy -= 1;
      this.queue.shift()?.();
      done();
    });
  }
}
