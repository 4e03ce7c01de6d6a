/** The browser is gone or does not respond. That is not the page's fault: the job is retried in another browser. */

/**
 * `disconnected`: the connection ended. `silent`: the browser did not respond in time. `network`: the process that loads
 * everything has ended.
 */
export type LossReason = "disconnected" | "silent" | "network";

const MESSAGES: Readonly<Record<LossReason, string>> = {
  disconnected: "The browser is gone.",
  silent: "The browser does not respond.",
  network: "The browser has lost its network process.",
};

export class BrowserLost extends Error {
  readonly reason: LossReason;

  constructor(reason: LossReason) {
    super(MESSAGES[reason]);
    this.name = "BrowserLost";
    this.reason = reason;
  }
}
