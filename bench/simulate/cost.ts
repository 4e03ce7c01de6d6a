/** The cost of one job at Cloudflare's prices. */
import { PRICES } from "./limits.ts";

export interface JobUse {
  /** Time for which the job holds its tab. */
  renderMs: number;
  /** Tabs that share the cost of one browser. */
  tabsPerBrowser: number;
  resultBytes: number;
  retentionDays: number;
  /** In D1, including index rows. */
  rowsWritten: number;
  rowsRead: number;
  /** In the scheduler's SQLite. */
  objectRowsWritten: number;
  requests: number;
  cpuMs: number;
}

/** US dollars of each part. A queue message is three operations: write, read, delete. */
export function costOfJob(use: JobUse): Record<string, number> {
  const browserMs = use.renderMs / use.tabsPerBrowser;
  return {
    browser: (browserMs / 3_600_000) * PRICES.browserHour,
    workers: use.requests * PRICES.workerRequest + use.cpuMs * PRICES.workerCpuMs,
    queue: 3 * PRICES.queueOperation,
    d1: use.rowsWritten * PRICES.d1RowWritten + use.rowsRead * PRICES.d1RowRead,
    r2:
      PRICES.r2Write +
      PRICES.r2Read +
      (use.resultBytes / 1e9) * (use.retentionDays / 30) * PRICES.r2GigabyteMonth,
    objects:
      4 * PRICES.objectRequest +
      use.objectRowsWritten * PRICES.objectRowWritten +
      (browserMs / 1000) * 0.128 * PRICES.objectGigabyteSecond,
  };
}
