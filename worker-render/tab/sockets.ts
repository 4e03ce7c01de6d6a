/** The WebSockets and event streams of a tab's page. They stay open, so the page cannot be complete at their end. */
import { type CDPSession, onEnd } from "../devtools/devtools.ts";

/** Longest wait for a first message, and for the end of the messages that follow it. */
const FIRST_MS = 1_000;
const MORE_MS = 2_000;
/** Time without a message after which no more is waited for. */
const PAUSE_MS = 250;
/** Further ones are not followed. */
const MAX_SOCKETS = 100;

interface Socket {
  cdpSession: CDPSession;
  openedAt: number;
  /** When its first and its newest message came, Unix ms. */
  firstAt: number | null;
  heardAt: number;
}

export class Sockets {
  private readonly sockets = new Map<string, Socket>();
  /** When a message came that the page waited for, Unix ms. */
  servedAt = 0;

  /** Follows the sockets of a CDP session. */
  follow(cdpSession: CDPSession): void {
    const end = ({ requestId }: { requestId: string }) => this.sockets.delete(requestId);
    const hear = ({ requestId }: { requestId: string }) => this.hear(requestId);
    cdpSession.on("Network.webSocketCreated", ({ requestId }) => this.begin(cdpSession, requestId));
    cdpSession.on("Network.webSocketFrameReceived", hear);
    cdpSession.on("Network.webSocketClosed", end);
    cdpSession.on("Network.requestWillBeSent", ({ requestId, type }) => {
      if (type === "EventSource") this.begin(cdpSession, requestId);
    });
    cdpSession.on("Network.eventSourceMessageReceived", hear);
    cdpSession.on("Network.loadingFinished", end);
    cdpSession.on("Network.loadingFailed", end);
    onEnd(cdpSession, () => {
      for (const [requestId, one] of this.sockets) if (one.cdpSession === cdpSession) end({ requestId });
    });
  }

  /** Whether any is open. */
  get areOpen(): boolean {
    return this.sockets.size > 0;
  }

  /** Whether one has just been opened and has not brought its first messages yet. */
  get areAwaited(): boolean {
    const now = Date.now();
    return [...this.sockets.values()].some(({ openedAt, firstAt, heardAt }) =>
      firstAt === null ? now - openedAt < FIRST_MS : now - heardAt < PAUSE_MS && now - firstAt < MORE_MS,
    );
  }

  private begin(cdpSession: CDPSession, requestId: string): void {
    if (this.sockets.size >= MAX_SOCKETS) return;
    const now = Date.now();
    this.sockets.set(requestId, { cdpSession, openedAt: now, firstAt: null, heardAt: now });
  }

  private hear(requestId: string): void {
    const socket = this.sockets.get(requestId);
    if (!socket) return;
    socket.heardAt = Date.now();
    socket.firstAt ??= socket.heardAt;
    if (socket.heardAt - socket.firstAt < MORE_MS) this.servedAt = socket.heardAt;
  }
}
