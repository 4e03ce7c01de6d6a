/** Cloudflare's published limits and prices (Workers Paid) of autumn 2026. */

export const PLATFORM_LIMITS = {
  /** Concurrent browsers of one account. */
  browsers: 120,
  newBrowsersPerSecond: 1,
  queueMessagesPerSecond: 5_000,
  /** Of one Durable Object, for simple operations. */
  objectRequestsPerSecond: 1_000,
  /** Maximum size. A database runs one query at a time: 1,000 per second at 1 ms each, in D1's guide. */
  d1DatabaseBytes: 10_000_000_000,
} as const;

/** US dollars. */
export const PRICES = {
  browserHour: 0.09,
  workerRequest: 0.3 / 1e6,
  workerCpuMs: 0.02 / 1e6,
  queueOperation: 0.4 / 1e6,
  d1RowWritten: 1 / 1e6,
  d1RowRead: 0.001 / 1e6,
  r2Write: 4.5 / 1e6,
  r2Read: 0.36 / 1e6,
  r2GigabyteMonth: 0.015,
  objectRequest: 0.15 / 1e6,
  objectRowWritten: 1 / 1e6,
  objectGigabyteSecond: 12.5 / 1e6,
} as const;
