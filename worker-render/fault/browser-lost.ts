/** A browser that is gone or does not answer. It says nothing about the page: the job is tried again in another one. */

/** `disconnected`: its connection ended. `silent`: it did not answer in time. */
export type LossReason = "disconnected" | "silent";

export class BrowserLost extends Error {
  readonly reason: LossReason;

  constructor(reason: LossReason) {
    super(reason === "silent" ? "The browser does not answer." : "The browser is gone.");
    this.name = "BrowserLost";
    this.reason = reason;
  }
}
