/** Cloudflare's limits and latencies, as `npm start -- --like-cloudflare` imitates them. */

export const PLATFORM = {
  /** A Worker and its browser are in one data center, but seldom on one machine. */
  browserRoundTripMs: 10,
  d1RoundTripMs: 5,
  /** workerd's SQLite enforces most of D1's limits, but neither of these. */
  boundParameters: 100,
  valueBytes: 2_000_000,

  /** A new browser of Browser Run responds after 2 to 4 s. */
  browserStartMs: 2_000,
  newBrowsersPerSecond: 1,
  /** A browser that takes longer is given up. Cloudflare publishes no such time. */
  maxBrowserStartMs: 20_000,
  /** Workers Paid allows 120. This one is reached here: two configured browsers, and one of a job that lost others. */
  concurrentBrowsers: 3,
  /** Share of the starts that Browser Run refuses with 503. It publishes none. */
  refusedStarts: 0.05,
  /** A browser without commands ends after this time, or after `keep_alive`, of at most ten minutes. */
  browserIdleMs: 60_000,
  maxBrowserIdleMs: 600_000,

  /** Cloudflare delivers a queue message at least once. Neither share is published. */
  messagesTwice: 0.1,
  secondDeliveryMs: 1_000,
  messagesLate: 0.05,
  lateSeconds: 2,

  isolateMegabytes: 128,
} as const;
