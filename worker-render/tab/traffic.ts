/** The network traffic of a tab's page: its open requests, the response of its document, and the failed requests. */
import type { Protocol } from "devtools-protocol";
import type { JobWarning } from "#contract/job/view.ts";
import { LIMITS } from "#contract/limits.ts";
import { type CDPSession, onEnd } from "../devtools/devtools.ts";
import { Sockets } from "./sockets.ts";
import { type Reported, Unusable, type UnusableResource } from "./unusable.ts";

/** Types of requests that never end by design, or whose result is not visible. */
const UNSEEN = new Set<string>([
  "WebSocket",
  "EventSource",
  "Ping",
  "Media",
  "Preflight",
  "CSPViolationReport",
]);

/** Types of requests that make a script continue when they end, if a script has sent them. */
const AWAITED = new Set<string>(["Script", "Fetch", "XHR"]);

const MAX_FONTS = 100;

/** How often the sockets are looked at while they are awaited. */
const SOCKETS_STEP_MS = 50;

/** Types whose elements report that they cannot use what has arrived. */
const REPORTED = new Set<string>(["Image", "Script"]);

/** Types of which Chromium uses what has arrived. */
const SEEN_IN_PART = new Set<string>(["Stylesheet", "Image"]);

/** Over HTTP/1.1, a browser sends so many requests at a time to an origin. */
const CONNECTIONS = 6;

/** Types of responses that are of use as a whole only, also if their length is not announced. */
const WHOLE_TYPE = /[/+](?:json|html|xml|csv|wasm)$/;

export const PDF_TYPE = /^application\/(x-)?pdf$/;

export interface Pending {
  cdpSession: CDPSession;
  url: string;
  origin: string;
  /** As many as a browser sends at a time over HTTP/1.1 were open when it began. */
  queued: boolean;
  type: Protocol.Network.ResourceType;
  /** The frame that requests it; empty for a worker. */
  frameId: string;
  /** The request is for the document of a frame. */
  framed: boolean;
  startedAt: number;
  /** When its last bytes came, Unix ms. */
  heardAt: number;
  /** A script waits for it: for data, for a module, or for a worker. */
  awaited: boolean;
  /** Its response has begun. */
  hasResponse: boolean;
  /** Its response has begun, of which Chromium reports nothing until the end. */
  unreported: boolean;
  /** Its response has begun, and does not stay open, as a stream of events does. */
  ends: boolean;
  /** A module of code that comes on demand: a script has added a link that preloads it, as Vite does. Chromium reports no stack. */
  preloaded: boolean;
  /** The load event waits for it. */
  blocking: boolean;
  /** The document itself asks for the image, with an element or a style. */
  ownImage: boolean;
}

export interface FontRequest {
  cdpSession: CDPSession;
  requestId: string;
}

/** The response of the main frame's document. */
export interface DocumentResponse {
  requestId: string;
  url: string;
  status: number;
  mimeType: string;
  /** By name in lower case. */
  headers: Record<string, string>;
}

export class Traffic {
  private readonly pending = new Map<string, Pending>();
  /** Requests whose response has begun before Chromium reported that they were sent. */
  private readonly begun = new Set<string>();
  private readonly failed: JobWarning[] = [];
  /** The newest document's first failed resource of each type. */
  private readonly firstFailed = new Map<string, JobWarning>();
  /** The bytes of every open request so far, those that its server announced, and its addresses: redirects add one. */
  private readonly loading = new Map<string, { urls: string[]; bytes: number; announced: number | null }>();
  private readonly unusable = new Unusable();
  readonly sockets = new Sockets();
  /** Addresses of resources that were left out because they did not arrive in time. */
  readonly slow = new Set<string>();
  /** Addresses of scripts that the page's own Content-Security-Policy has blocked. */
  readonly blockedScripts = new Set<string>();
  /** Addresses of resources above `LIMITS.embeddedBytes`. */
  private readonly large = new Set<string>();
  /** Requests for the first web fonts, by address before redirects. */
  readonly fonts = new Map<string, FontRequest>();
  private readonly listeners = new Set<() => void>();
  /** The page's dedicated workers. */
  private readonly workers = new Set<CDPSession>();
  /** Response of the main frame's newest navigation; null until it arrives. */
  documentResponse: DocumentResponse | null = null;
  /** Address of that navigation, or of its last redirect. */
  documentUrl = "";
  /** Status that the server sent for it, also where there is no response; 0 until it arrives. */
  documentStatus = 0;
  private documentRequest = "";
  /** Less of it has arrived than its server announced. */
  isDocumentShort = false;
  /** A request was canceled: by the page, or because the browser has lost its network process. */
  canceled = false;
  /** When a request last began or ended, Unix ms. */
  changedAt = Date.now();
  /** When a request that a script waited for last ended or failed, Unix ms. */
  private endedAt = 0;
  /** When the request for a preloaded module last ended or failed, Unix ms. */
  preloadedAt = 0;
  /** By origin, when a request to it last ended, Unix ms. */
  private readonly endedAtOrigin = new Map<string, number>();
  /** Bytes of all responses so far, and of the documents among them. */
  readonly bytes = { all: 0, documents: 0 };
  /** Called after each change of `bytes`. */
  onBytes: (() => void) | null = null;
  private readonly mainFrame: string;

  constructor(cdpSession: CDPSession, mainFrame: string) {
    this.mainFrame = mainFrame;
    this.follow(cdpSession);
  }

  /** Follows the requests of a CDP session: the page's own, that of a frame with a process of its own, or a worker's. */
  follow(cdpSession: CDPSession): void {
    this.sockets.follow(cdpSession);
    cdpSession.on("Network.requestWillBeSent", (event) => this.begin(cdpSession, event));
    cdpSession.on("Network.responseReceived", (event) => this.receive(cdpSession, event));
    cdpSession.on("Network.responseReceivedExtraInfo", ({ requestId, statusCode }) => {
      if (requestId === this.documentRequest) this.documentStatus = statusCode;
      if (isRedirect(statusCode)) return;
      const one = this.pending.get(requestId);
      if (one) one.unreported = one.type === "Script";
      else this.begun.add(requestId);
    });
    cdpSession.on("Network.dataReceived", (event) => this.count(event));
    cdpSession.on("Network.loadingFinished", ({ requestId }) => this.finish(requestId));
    cdpSession.on("Network.loadingFailed", (event) => this.fail(event));
    cdpSession.on("Page.downloadWillBegin", ({ frameId, url }) => {
      if (frameId !== this.mainFrame) this.leaveOut("A frame was left out because it is a download.", url);
    });
    onEnd(cdpSession, () => {
      for (const [requestId, one] of this.pending) if (one.cdpSession === cdpSession) this.end(requestId);
    });
  }

  /** Follows the requests of a dedicated worker. */
  followWorker(cdpSession: CDPSession): void {
    this.workers.add(cdpSession);
    onEnd(cdpSession, () => this.workers.delete(cdpSession));
    this.follow(cdpSession);
  }

  /** Whether scripts may still get something: from a request, over a socket, or from a worker that computes it. */
  get mayBring(): boolean {
    return this.awaited().length > 0 || this.sockets.areOpen || this.workers.size > 0;
  }

  /** Open requests with a visible result that began at most `maxAgeMs` ago. */
  open(maxAgeMs = Number.POSITIVE_INFINITY): Pending[] {
    const since = Date.now() - maxAgeMs;
    return [...this.pending.values()].filter((one) => one.startedAt >= since);
  }

  /** Open requests that the load event waits for. It does not wait for those that scripts fetch, and for workers. */
  blocking(): Pending[] {
    return this.open().filter(({ blocking }) => blocking);
  }

  /** Whether a request has had no data for `ms`. One without a response may still be waiting for those of its origin that end. */
  isSilent({ origin, hasResponse, unreported, heardAt }: Pending, ms: number): boolean {
    if (unreported) return false;
    const endedAt = hasResponse ? 0 : (this.endedAtOrigin.get(origin) ?? 0);
    return Math.max(heardAt, endedAt) < Date.now() - ms;
  }

  /** When something that a script waited for last came or failed, Unix ms. */
  get servedAt(): number {
    return Math.max(this.endedAt, this.sockets.servedAt);
  }

  /** Open requests whose end a script waits for. */
  awaited(): Pending[] {
    return this.open().filter(({ awaited }) => awaited);
  }

  /**
   * Resolves when no request younger than `maxAgeMs` has been open for `quietMs`, and no new socket is awaited; after `ms` at the
   * latest.
   */
  async quiet(ms: number, quietMs: number, maxAgeMs: number): Promise<void> {
    const endsAt = Date.now() + ms;
    for (;;) {
      const left = endsAt - Date.now();
      if (left <= 0) return;
      if (this.open(maxAgeMs).length > 0) {
        await this.nextChange(Math.min(left, maxAgeMs));
        continue;
      }
      if (this.sockets.areAwaited) {
        await this.nextChange(Math.min(left, SOCKETS_STEP_MS));
        continue;
      }
      await this.nextChange(Math.min(left, quietMs), "begin");
      if (this.open(maxAgeMs).length === 0) return;
    }
  }

  /** Open requests for images and fonts that began since then, Unix ms. */
  drawnSince(since: number): Pending[] {
    return this.open(Date.now() - since).filter(({ type }) => type === "Image" || type === "Font");
  }

  /** Resolves when these requests have ended, after `ms` at the latest. */
  async untilDrawn(since: number, ms: number): Promise<void> {
    const endsAt = Date.now() + ms;
    while (this.drawnSince(since).length > 0) {
      const left = endsAt - Date.now();
      if (left <= 0) return;
      await this.nextChange(left);
    }
  }

  /** Warnings about resources that failed. */
  failures(): JobWarning[] {
    return this.failed;
  }

  /** The first resource of these types that failed. */
  firstFailure(types: readonly Protocol.Network.ResourceType[]): JobWarning | undefined {
    return types.map((type) => this.firstFailed.get(type)).find((warning) => warning !== undefined);
  }

  /** Adds the failures of resources that a document cannot use. Those that are too slow have a warning already. */
  addUnusable(reported: Reported): void {
    for (const resource of this.unusable.unread(reported))
      if (!this.slow.has(resource.url)) this.warnUnusable(resource);
  }

  /** Adds the failures of style sheets that have another type. `quirks`: the document is in quirks mode. */
  refuseMistyped(quirks: boolean): void {
    for (const sheet of this.unusable.refusedSheets(this.documentUrl, quirks)) this.warnUnusable(sheet);
  }

  private warnUnusable({ type, message, url }: UnusableResource): void {
    this.warn({ code: "resource_failed", message, url }, type);
  }

  /** Whether the resource has more bytes than `LIMITS.embeddedBytes`. */
  isLarge(url: string): boolean {
    return this.large.has(url);
  }

  private warn(warning: JobWarning, type?: Protocol.Network.ResourceType): void {
    if (type !== undefined && !this.firstFailed.has(type)) this.firstFailed.set(type, warning);
    if (this.failed.length < LIMITS.warnings) this.failed.push(warning);
  }

  private nextChange(ms: number, kind: "any" | "begin" = "any"): Promise<void> {
    return new Promise((resolve) => {
      const before = this.pending.size;
      const done = () => {
        if (kind === "begin" && this.pending.size <= before) return;
        clearTimeout(timer);
        this.listeners.delete(done);
        resolve();
      };
      const timer = setTimeout(() => {
        this.listeners.delete(done);
        resolve();
      }, ms);
      this.listeners.add(done);
    });
  }

  private changed(): void {
    this.changedAt = Date.now();
    for (const notify of [...this.listeners]) notify();
  }

  private begin(cdpSession: CDPSession, event: Protocol.Network.RequestWillBeSentEvent): void {
    const { requestId, request, type = "Other", frameId, loaderId, initiator, redirectResponse } = event;
    if (type === "Document" && frameId === this.mainFrame && requestId === loaderId) {
      this.documentResponse = null;
      this.documentUrl = request.url;
      this.documentStatus = 0;
      this.isDocumentShort = false;
      this.documentRequest = requestId;
      this.firstFailed.clear();
      this.unusable.forgetSheets();
    }
    if (request.url.startsWith("data:")) return;
    const loading = this.loading.get(requestId);
    if (loading) loading.urls.push(request.url);
    else this.loading.set(requestId, { urls: [request.url], bytes: 0, announced: null });
    if (UNSEEN.has(type)) return;
    // The page's icon, which full Chromium requests.
    if (type === "Other" && initiator.type === "other") return;
    if (type === "Font" && this.fonts.size < MAX_FONTS && !redirectResponse)
      this.fonts.set(request.url, { cdpSession, requestId });
    // A worker's script, or what the worker requests. A page's own requests have a loader.
    const ofWorker = loaderId === "";
    const origin = URL.parse(request.url)?.origin ?? "";
    const isOfScript = initiator.type === "script";
    const hasStack = initiator.stack !== undefined;
    this.pending.set(requestId, {
      cdpSession,
      url: request.url,
      origin,
      queued: this.open().filter((other) => other.origin === origin).length >= CONNECTIONS,
      type,
      frameId: frameId ?? "",
      framed: type === "Document" && frameId !== this.mainFrame,
      startedAt: Date.now(),
      heardAt: Date.now(),
      ownImage: type === "Image" && initiator.type === "parser",
      awaited: ofWorker || (AWAITED.has(type) && isOfScript && hasStack),
      preloaded: type === "Script" && isOfScript && !hasStack,
      hasResponse: false,
      ends: false,
      unreported: this.begun.delete(requestId) && type === "Script",
      blocking: !ofWorker && type !== "Fetch" && type !== "XHR",
    });
    this.changed();
  }

  private receive(cdpSession: CDPSession, event: Protocol.Network.ResponseReceivedEvent): void {
    const { requestId, loaderId, frameId, type, response } = event;
    const one = this.pending.get(requestId);
    const loading = this.loading.get(requestId);
    if (loading) loading.announced = announcedBytes(response);
    if (one) {
      one.heardAt = Date.now();
      one.hasResponse = true;
      one.ends = WHOLE_TYPE.test(response.mimeType) || "content-length" in lowerCased(response.headers);
      // The page requests a worker's script, and the worker gets it.
      one.cdpSession = cdpSession;
    }
    if (type === "Document" && frameId === this.mainFrame && requestId === loaderId) {
      const { url, status, mimeType } = response;
      this.documentResponse = { requestId, url, status, mimeType, headers: lowerCased(response.headers) };
      return;
    }
    if (type === "Other" && !one) return;
    if (type === "Stylesheet" && response.status < 400)
      this.unusable.noteSheet(response.url, lowerCased(response.headers)["content-type"]);
    if (response.status >= 400) {
      // Its end does not make it usable.
      this.loading.delete(requestId);
      const message = `A resource returned the status ${response.status}.`;
      this.warn({ code: "resource_failed", message, url: response.url }, type);
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
    const loading = this.loading.get(requestId);
    if (loading) {
      loading.bytes += dataLength;
      if (loading.bytes > LIMITS.embeddedBytes) for (const url of loading.urls) this.large.add(url);
    }
    this.onBytes?.();
  }

  private finish(requestId: string): void {
    if (REPORTED.has(this.pending.get(requestId)?.type ?? "")) this.noteArrived(requestId);
    if (this.isShort(requestId)) this.noteShort(requestId);
    this.end(requestId);
  }

  /** Over HTTP/2 and HTTP/3, Chromium takes less than the server announced for a whole response. Without bytes, it is a known one. */
  private isShort(requestId: string): boolean {
    const { bytes, announced } = this.loading.get(requestId) ?? { bytes: 0, announced: null };
    return announced !== null && bytes > 0 && bytes < announced;
  }

  private noteShort(requestId: string): void {
    if (requestId === this.documentRequest) this.isDocumentShort = true;
    const { type, url } = this.pending.get(requestId) ?? { type: "Other", url: "" };
    if (SEEN_IN_PART.has(type))
      this.warn({ code: "resource_failed", message: "A part of a resource did not arrive.", url }, type);
  }

  private noteArrived(requestId: string): void {
    this.unusable.noteArrived(this.loading.get(requestId)?.urls ?? []);
  }

  private end(requestId: string): void {
    this.loading.delete(requestId);
    this.begun.delete(requestId);
    const one = this.pending.get(requestId);
    if (!one) return;
    if (one.awaited) this.endedAt = Date.now();
    if (one.preloaded) this.preloadedAt = Date.now();
    this.endedAtOrigin.set(one.origin, Date.now());
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
    // Chromium cancels a style sheet whose type it refuses.
    if (one?.type === "Stylesheet" && canceled) this.noteArrived(requestId);
    this.loading.delete(requestId);
    this.begun.delete(requestId);
    if (!one) return;
    if (/ERR_(?:ABORTED|FAILED)$/.test(errorText)) this.canceled = true;
    // The guard itself warns about what it blocks.
    const guarded = /BLOCKED_BY_CLIENT/.test(errorText);
    if (one.framed && !canceled && !guarded) {
      this.leaveOut(`A frame could not be loaded: ${errorText}.`, one.url);
    }
    if (type === "Script" && blockedReason === "csp" && this.blockedScripts.size < LIMITS.warnings) {
      this.blockedScripts.add(one.url);
    }
    // A font from `about:blank` is how some libraries, such as MathJax 2, have an empty one.
    const isNothing = one.url.startsWith("about:");
    if (!canceled && !guarded && !isNothing && blockedReason === undefined && type !== "Document") {
      const message = `A resource could not be loaded: ${errorText}.`;
      this.warn({ code: "resource_failed", message, url: one.url }, type);
    }
    this.end(requestId);
  }
}

const isRedirect = (status: number) => status >= 300 && status < 400;

/** The length of an uncompressed body, if the server announced it. */
function announcedBytes({ headers }: Protocol.Network.Response): number | null {
  const { "content-length": length = "", "content-encoding": encoding } = lowerCased(headers);
  return encoding === undefined && /^\d+$/.test(length) ? Number(length) : null;
}

function lowerCased(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}
