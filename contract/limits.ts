/** Bounds that are the same for every plan. Units are in the names. */

export const LIMITS = {
  bodyBytes: 1_000_000,
  /**
   * Largest body of `POST /jobs`, as a multiple of the plan's `htmlBytes`: as JSON, HTML has escapes and can be up to
   * twice as long.
   */
  bodyPerHtml: 2,
  /** Bytes of bodies above `bodyBytes` that one isolate reads at the same time. As text and as JSON they take 4 times as much. */
  largeBodiesBytes: 10_000_000,
  /** Longest time in which a client sends a body above `bodyBytes`. */
  largeBodySeconds: 30,
  /** Markdown of a job: more than 50 printed pages. The parser takes up to 1 s for it. */
  markdownChars: 200_000,
  urlChars: 8_192,
  idempotencyKeyChars: 255,
  idempotencyHours: 24,
  /** Longest `Prefer: wait=N`. */
  waitSeconds: 60,
  /** Requests of one account that wait at the same time. */
  waitsPerAccount: 100,
  /** Budget of one attempt, from the open tab to the stored result. */
  renderBudgetMs: 30_000,
  /** Attempts of one job. Only faults of ours (browser lost, storage unavailable) lead to another attempt. */
  attempts: 4,
  /** Browsers that one job may lose before it fails with a fault of ours. These attempts do not count as `attempts`. */
  losses: 4,
  /** How long a job waits while no browser can be started. After that it fails with a fault of ours. */
  noBrowserMinutes: 15,
  /** Requests that one page may make. Further ones are left out. */
  pageRequests: 5_000,
  /** Bytes that one page may load. Further ones are left out. */
  pageBytes: 200_000_000,
  /** Part of `pageBytes` that HTML documents may use: the page's own and those in its frames. */
  documentBytes: 20_000_000,
  /** Characters of one CSS selector, selectors of one option, and characters of all of them. */
  selectorChars: 1_000,
  selectors: 50,
  selectorsChars: 10_000,
  /** Characters of all parts of `css`, and of all parts of `js`. */
  cssChars: 200_000,
  jsChars: 200_000,
  /** Parts of `css`, and of `js`. */
  scripts: 20,
  /** Longest time of one part of `js`. */
  jsMs: 10_000,
  waitFunctionChars: 10_000,
  waitDelayMs: 15_000,
  viewportPx: 10_000,
  userAgentChars: 500,
  marginPx: 2_000,
  /** Shortest and longest side of a PDF's sheet: half an inch, and the 14,400 pt of the PDF format. */
  minPaperPx: 48,
  paperPx: 19_200,
  pageRangesChars: 200,
  templateChars: 20_000,
  /** Characters of one property of a PDF, such as its title. */
  propertyChars: 1_000,
  watermarkChars: 100,
  /** Characters of a watermark's image: some 75 kB in Base64. */
  watermarkImageChars: 100_000,
  /** Smallest margin of a PDF on a side with a header or footer: 52 px of room, because Chromium leaves 20 px free at the edge. */
  templateMarginPx: 72,
  /** Padding around the element of a screenshot. */
  paddingPx: 1_000,
  /** Width of a screenshot's thumbnail. */
  thumbnailPx: 1_024,
  /** Full-page screenshots are joined from bands up to this height in image px. Taller pages fail. */
  screenshotHeightPx: 100_000,
  /** Longest side: 14 bits in WebP; in JPEG what libjpeg reads (JPEG_MAX_DIMENSION), with which browsers show pictures. */
  webpSidePx: 16_383,
  jpegSidePx: 65_500,
  /** Largest WebP that the browser can send in one message. Larger ones fail, because WebP bands cannot be joined. */
  webpBytes: 17_000_000,
  /** Largest PDF that is watermarked or cut to the plan's pages: it is held in memory as a whole. */
  pdfRewriteBytes: 20_000_000,
  /** Longest Markdown. It is held in memory as a whole, and has at most three times as many bytes. */
  markdownResultChars: 5_000_000,
  /** Largest picture, font or stylesheet inside an HTML file. Each is sent in one message and held in memory as a whole. */
  embeddedBytes: 5_000_000,
  /** Frames inside an HTML file, and how deep they are nested. Further ones are empty. */
  embeddedFrames: 50,
  embeddedFrameDepth: 5,
  /** Largest result that is stored. */
  resultBytes: 100_000_000,
  /** Largest result that `responseType: "buffer"` returns inside the job's JSON. */
  bufferBytes: 10_000_000,
  /** Warnings of one job, and characters of a warning's message and address. Longer ones are cut. */
  warnings: 50,
  warningChars: 300,
  warningUrlChars: 500,
  passwordMinChars: 8,
  passwordMaxBytes: 128,
  /**
   * Requests of one isolate that may wait for a password hash. A hash occupies the isolate's thread for about 170 ms.
   */
  passwordChecksAtOnce: 20,
  /**
   * Highest spending cap that owners can set: 20 months of Pro. It bounds what a leaked key can cost, and the rows that an
   * overage credit's admission adds up (16,666).
   */
  spendingCapCents: 50_000,
  publicKeys: 50,
  /** API keys of an account besides its default one. */
  apiKeys: 20,
  /** Largest monthly ceiling of an API key, in credits. */
  keyCeilingCredits: 100_000,
  /** Jobs that the test keys of one account may create in a UTC day. They cost no credits. */
  testJobsPerDay: 100,
  domainsPerKey: 50,
  keyNameChars: 100,
  /** Lifetime of a result link that an API key reads, and of a widget's job token. */
  linkSeconds: 3_600,
  /** Lifetime of a result link that the dashboard or a button reads. They use it at once, or read the job again. */
  pageLinkSeconds: 300,
  /** How long the figures of a plan change can be confirmed. */
  planPreviewSeconds: 600,
  /**
   * Jobs that one visitor may create in a day with one public key: this number, or this share of the plan's monthly
   * credits if that is lower.
   */
  widgetVisitorJobsPerDay: 20,
  widgetVisitorDailyShare: 0.2,
  /** Site checks of one account in 24 hours. They cost no credit. */
  siteChecksPerDay: 20,
  /** Share of the plan's monthly credits that one public key may use in a day. */
  widgetKeyDailyShare: 0.5,
  /** Largest daily limit that an owner can set for a key or for its visitors. */
  widgetDailyLimit: 10_000,
  mailedTokenMinutes: 15,
  /** Longer than other mailed links, because people often verify their address later in the day. */
  verificationHours: 24,
  /**
   * A repeated request within this time sends no second mail while the first link works. Shorter than the life of every
   * link, so that the owner of the mailbox always has one that works.
   */
  linkMailPauseMinutes: 5,
  /** Wrong passwords in a row before the first pause. Each further one doubles the pause. */
  guessesBeforePause: 10,
  firstPauseMinutes: 1,
  longestPauseMinutes: 60,
  /** Wrong passwords are forgotten this long after the last one. */
  guessMemoryHours: 24,
  /** How long after a sign-in the account can be deleted, or its second factor changed, without another proof of who asks. */
  freshSignInMinutes: 15,
  /** How long a sign-in waits for its second factor. */
  pendingSignInMinutes: 10,
  /** How long a new authenticator app can be confirmed with its first code. */
  totpSetupMinutes: 60,
  /** How long a passkey can sign a challenge. */
  passkeyChallengeMinutes: 5,
  passkeys: 20,
  passkeyNameChars: 100,
  recoveryCodes: 10,
  /** How long both mailboxes can confirm a change of the address. */
  emailChangeHours: 24,
  /** How long the old API key works after a rotation that keeps it. */
  oldKeyHours: 24,
  /** A sign-in session ends after this time without a request. */
  sessionIdleDays: 7,
  /** A sign-in session ends after this time even while it is used. */
  sessionDays: 30,
  /** Sign-in sessions of one account at the same time. */
  sessions: 50,
  /** A subscription that Stripe has not known for this long has ended. */
  missingSubscriptionDays: 7,
  /** Invoices that are listed: two years of months. */
  invoices: 24,
  usageDays: 90,
  /** Days in the table of a public key's conversions by domain, and most domains in a table. */
  domainUseDays: 30,
  domainUseRows: 50,
  /** Characters of the domain to which the usage history is filtered: a host of 253 characters and a port. */
  domainChars: 260,
  /** How long the sign-ins and changes of an account are listed. */
  activityDays: 90,
  activitiesPerPage: 100,
  jobsPerPage: 100,
  /** Most jobs that a list counts. */
  countedJobs: 10_000,
  /** Jobs that one request deletes. */
  jobsPerDeletion: 100,
  /** Characters of the text that the list of jobs searches for. */
  searchChars: 200,
  /** Finished jobs stay listed for at least this long after their result has expired. Then the archive has them. */
  jobHistoryDays: 90,
  /** Jobs of one file of the archive. */
  jobsPerArchive: 1_000,
  /** Months that the archive keeps, the newest included. About the time of the ledger, whose entries name the jobs. */
  archiveMonths: 13,
  /**
   * Rows of sent mails are kept this long: longer than a credit period, so that a notice is sent only once per period.
   */
  mailDays: 60,
  /** How often the state of each part is recorded, and for how many days it is kept. */
  healthCheckMinutes: 5,
  healthDays: 90,
  /** How long the ledger keeps the entries of closed periods. */
  ledgerDays: 400,
} as const;
