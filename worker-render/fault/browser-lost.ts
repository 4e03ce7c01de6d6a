/** The browser is gone or does not respond. That is not the page's fault: the job is retried in another browser. */

/** `disconnected`: the connection ended. `silent`: the browser did not respond in time. */
export type LossReason = "disconnected" | "silent";

export class BrowserLost extends Error {
  readonly reason: LossReason;

  constructor(reason: LossReason) {
    super(reason === "silent" ? "The browser does not respond." : "The browser is gone.");
    this.name = "BrowserLost";
    this.reason = reason;
  }
}
