/** Bounds that are the same for every plan. Units are in the names. */

export const LIMITS = {
  bodyBytes: 1_000_000,
  urlChars: 8_192,
  idempotencyKeyChars: 255,
  idempotencyHours: 24,
  /** Longest `Prefer: wait=N`. */
  waitSeconds: 60,
  /** Whole budget of one rendering attempt, from an open tab to stored bytes. */
  renderBudgetMs: 30_000,
  /** Most times one job is tried when the fault is ours (browser gone, storage away). */
  attempts: 4,
  /** Browsers that one job may lose before it ends as a fault of ours; these attempts are not counted above. */
  losses: 4,
  /** How long a job waits while no browser can be started. After it the job ends as a fault of ours. */
  noBrowserMinutes: 15,
  /** Requests that one page may make; what comes after is left out. */
  pageRequests: 5_000,
  /** Bytes that one page may load; what comes after is left out. */
  pageBytes: 200_000_000,
  /** Of these, bytes of documents: their own, and those in frames. */
  documentBytes: 20_000_000,
  viewportPx: 10_000,
  marginPx: 2_000,
  /** Full-page screenshots are stitched up to this height in image px; beyond it the job fails. */
  screenshotHeightPx: 100_000,
  /** A format's own limit on one side: WebP's container holds 14 bits, JPEG's 16. */
  webpSidePx: 16_383,
  jpegSidePx: 65_535,
  /** Largest WebP that the browser can hand over in one message; larger ones cannot be joined from bands. */
  webpBytes: 17_000_000,
  /** Largest PDF that is marked or cut: it is held in memory whole. */
  pdfRewriteBytes: 20_000_000,
  /** Largest result that is stored. */
  resultBytes: 100_000_000,
  /** Largest result that `responseType: "buffer"` answers inside JSON. */
  bufferBytes: 10_000_000,
  /** A job has at most this many warnings, each with a sentence and an address of at most so many characters. */
  warnings: 50,
  warningChars: 300,
  warningUrlChars: 500,
  passwordMinChars: 8,
  passwordMaxBytes: 128,
  /** Requests of one isolate that may wait for a password's hash; each takes its thread for about a sixth of a second. */
  passwordChecksAtOnce: 20,
  publicKeys: 50,
  domainsPerKey: 50,
  keyNameChars: 100,
  /** A result link or a widget's job token is good for this long. */
  linkSeconds: 3_600,
  /** What one visitor of a site may convert in a day by one public key, and as a share of the monthly credits. */
  widgetVisitorJobsPerDay: 20,
  widgetVisitorDailyShare: 0.2,
  /** How much of the plan's monthly credits one public key may spend in a day. */
  widgetKeyDailyShare: 0.5,
  mailedTokenMinutes: 15,
  /** A verification link may wait until the evening. */
  verificationHours: 24,
  /** Mails with a link to one address, wanted or not, whoever asks for them. */
  linkMailsPerHour: 6,
  /** A session ends after this long without a request, … */
  sessionIdleDays: 7,
  /** … and in any case after this long. */
  sessionDays: 30,
  /** Places where one account is signed in at the same time. */
  sessions: 50,
  usageDays: 90,
  jobsPerPage: 100,
  /** Finished jobs stay listed for at least this long after their result has expired. */
  jobHistoryDays: 90,
  /** Sent mails stay known for this long: longer than a credit period, so that a notice goes out once in it. */
  mailDays: 60,
  /** How long the ledger explains the credits of closed periods. */
  ledgerDays: 400,
} as const;
