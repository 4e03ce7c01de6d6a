/** What a tab's page is loading: the requests under way, the answers of its own document, and what failed. */
import type { Protocol } from "devtools-protocol";
import type { JobWarning } from "#contract/job/view.ts";
import { LIMITS } from "#contract/limits.ts";
import { type CDPSession, onEnd } from "../devtools/devtools.ts";

/** Requests that never end by design, or that nobody sees the result of. */
const UNSEEN = new Set<string>([
  "WebSocket",
  "EventSource",
  "Ping",
  "Media",
  "Preflight",
  "CSPViolationReport",
]);

/** What a script goes on with once it has come, when a script has asked for it. */
const WANTED = new Set<string>(["Script", "Fetch", "XHR"]);

export const PDF_TYPE = /^application\/(x-)?pdf$/;

interface Pending {
  cdpSession: CDPSession;
  url: string;
  type: Protocol.Network.ResourceType;
  /** The document of a frame. */
  framed: boolean;
  startedAt: number;
  /** When its last bytes came. */
  heardAt: number;
  /** A script has asked for it in order to go on with it: data, or a further part of itself. */
  wanted: boolean;
}

/** The answer that made the main frame's document. */
export interface DocumentResponse {
  requestId: string;
  url: string;
  status: number;
  mimeType: string;
  headers: Record<string, string>;
}

export class Traffic {
  private readonly pending = new Map<string, Pending>();
  private readonly failed: JobWarning[] = [];
  private readonly idle = new Set<() => void>();
  /** Of the main frame's newest navigation. */
  documentResponse: DocumentResponse | null = null;
  /** When a request last began or ended. */
  changedAt = Date.now();
  /** When a script last got what it had asked for, or failed to. */
  servedAt = 0;
  /** Bytes of all answers so far, and those of documents among them. */
  readonly bytes = { all: 0, documents: 0 };
  onBytes: (() => void) | null = null;
  private readonly mainFrame: string;

  constructor(cdpSession: CDPSession, mainFrame: string) {
    this.mainFrame = mainFrame;
    this.follow(cdpSession);
  }

  /** Counts what a session tells of: the page's own, or a frame's that has a process of its own. */
  follow(cdpSession: CDPSession): void {
    cdpSession.on("Network.requestWillBeSent", (event) => this.begin(cdpSession, event));
    cdpSession.on("Network.responseReceived", (event) => this.receive(event));
    cdpSession.on("Network.dataReceived", (event) => this.count(event));
    cdpSession.on("Network.loadingFinished", ({ requestId }) => this.end(requestId));
    cdpSession.on("Network.loadingFailed", (event) => this.fail(event));
    cdpSession.on("Page.downloadWillBegin", ({ frameId, url }) => {
      if (frameId !== this.mainFrame) this.leaveOut("A frame was left out because it is a download.", url);
    });
    onEnd(cdpSession, () => {
      for (const [requestId, one] of this.pending) if (one.cdpSession === cdpSession) this.end(requestId);
    });
  }

  /** Requests that a reader of the page may be waiting for, begun at most `maxAgeMs` ago. */
  open(maxAgeMs = Number.POSITIVE_INFINITY): Pending[] {
    const since = Date.now() - maxAgeMs;
    return [...this.pending.values()].filter((one) => one.startedAt >= since);
  }

  /** Requests that keep the load event: what scripts fetch does not. */
  blocking(): Pending[] {
    return this.open().filter(({ type }) => type !== "Fetch" && type !== "XHR");
  }

  /** True when nothing has come for `ms` on any request that the load event waits for. */
  stalled(ms: number): boolean {
    const before = Date.now() - ms;
    const blocking = this.blocking();
    if (blocking.length === 0) return this.changedAt < before;
    return blocking.every((one) => one.heardAt < before);
  }

  /** Resolves when no request younger than `maxAgeMs` has been open for `quietMs`, at the latest after `ms`. */
  async quiet(ms: number, quietMs: number, maxAgeMs: number): Promise<void> {
    const endsAt = Date.now() + ms;
    for (;;) {
      const left = endsAt - Date.now();
      if (left <= 0) return;
      if (this.open(maxAgeMs).length > 0) {
        await this.nextChange(Math.min(left, maxAgeMs));
        continue;
      }
      await this.nextChange(Math.min(left, quietMs), "begin");
      if (this.open(maxAgeMs).length === 0) return;
    }
  }

  /** Resources that did not arrive, as warnings. */
  failures(): JobWarning[] {
    return this.failed;
  }

  private warn(warning: JobWarning): void {
    if (this.failed.length < LIMITS.warnings) this.failed.push(warning);
  }

  private nextChange(ms: number, kind: "any" | "begin" = "any"): Promise<void> {
    return new Promise((resolve) => {
      const before = this.pending.size;
      const done = () => {
        if (kind === "begin" && this.pending.size <= before) return;
        clearTimeout(timer);
        this.idle.delete(done);
        resolve();
      };
      const timer = setTimeout(() => {
        this.idle.delete(done);
        resolve();
      }, ms);
      this.idle.add(done);
    });
  }

  private changed(): void {
    this.changedAt = Date.now();
    for (const tell of [...this.idle]) tell();
  }

  private begin(cdpSession: CDPSession, event: Protocol.Network.RequestWillBeSentEvent): void {
    const { requestId, request, type = "Other", frameId, loaderId, initiator } = event;
    if (type === "Document" && frameId === this.mainFrame && requestId === loaderId)
      this.documentResponse = null;
    if (UNSEEN.has(type) || request.url.startsWith("data:")) return;
    // A worker's own script: its end is told to the worker's session alone.
    if (type === "Script" && loaderId === "") return;
    // The page's icon, which full Chromium asks for.
    if (type === "Other" && initiator.type === "other") return;
    this.pending.set(requestId, {
      cdpSession,
      url: request.url,
      type,
      framed: type === "Document" && frameId !== this.mainFrame,
      startedAt: Date.now(),
      heardAt: Date.now(),
      wanted: WANTED.has(type) && initiator.type === "script" && initiator.stack !== undefined,
    });
    this.changed();
  }

  private receive({
    requestId,
    loaderId,
    frameId,
    type,
    response,
  }: Protocol.Network.ResponseReceivedEvent): void {
    const one = this.pending.get(requestId);
    if (one) one.heardAt = Date.now();
    if (type === "Document" && frameId === this.mainFrame && requestId === loaderId) {
      const { url, status, mimeType } = response;
      this.documentResponse = { requestId, url, status, mimeType, headers: lowerCased(response.headers) };
      return;
    }
    if (type === "Other" && !one) return;
    if (response.status >= 400) {
      this.warn({
        code: "resource_failed",
        message: `A resource returned the status ${response.status}.`,
        url: response.url,
      });
    } else if (type === "Document" && PDF_TYPE.test(response.mimeType)) {
      this.leaveOut("A PDF inside the page was left out. Convert its own address instead.", response.url);
    }
  }

  private leaveOut(message: string, url: string): void {
    this.warn({ code: "frame_left_out", message, url });
  }

  private count({ requestId, dataLength }: Protocol.Network.DataReceivedEvent): void {
    const one = this.pending.get(requestId);
    this.bytes.all += dataLength;
    if (one?.type === "Document") this.bytes.documents += dataLength;
    if (one) one.heardAt = Date.now();
    this.onBytes?.();
  }

  private end(requestId: string): void {
    const one = this.pending.get(requestId);
    if (!one) return;
    if (one.wanted) this.servedAt = Date.now();
    this.pending.delete(requestId);
    this.changed();
  }

  private fail({
    requestId,
    errorText,
    canceled,
    type,
    blockedReason,
  }: Protocol.Network.LoadingFailedEvent): void {
    const one = this.pending.get(requestId);
    if (!one) return;
    // The guard tells of what it blocked.
    const guarded = /BLOCKED_BY_CLIENT/.test(errorText);
    if (one.framed && !canceled && !guarded) {
      this.leaveOut(`A frame could not be loaded: ${errorText}.`, one.url);
    }
    if (!canceled && !guarded && blockedReason === undefined && type !== "Document") {
      this.warn({
        code: "resource_failed",
        message: `A resource could not be loaded: ${errorText}.`,
        url: one.url,
      });
    }
    this.end(requestId);
  }
}

function lowerCased(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}
