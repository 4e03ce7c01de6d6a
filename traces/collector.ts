/** Sends spans to the collector. One that is down or slow costs no job and no request anything: spans are lost instead. */
import { log } from "#log/log.ts";

const TIMEOUT_MS = 5_000;
/** After a failure, an isolate sends nothing for this long. */
const PAUSE_MS = 60_000;
/** Requests of one isolate at the same time. */
const MAX_UNDERWAY = 10;
const MAX_BODY_CHARS = 200_000;

/** `name=value,name2=value2` with percent-encoded values, as in OTEL_EXPORTER_OTLP_HEADERS. */
function parseHeaders(text: string): Headers {
  const headers = new Headers({ "content-type": "application/json" });
  for (const part of text.split(",")) {
    const end = part.indexOf("=");
    if (end > 0) headers.set(part.slice(0, end).trim(), decodeURIComponent(part.slice(end + 1).trim()));
  }
  return headers;
}

export class Collector {
  private readonly endpoint: string;
  private readonly headers: string;
  private readonly timeoutMs: number;
  private underway = 0;
  private pausedUntil = 0;

  constructor(endpoint: string, headers: string, timeoutMs = TIMEOUT_MS) {
    this.endpoint = endpoint;
    this.headers = headers;
    this.timeoutMs = timeoutMs;
  }

  /** Sends the body as JSON, or drops it. Never rejects, and resolves within the timeout. */
  async send(request: object): Promise<void> {
    if (this.underway >= MAX_UNDERWAY || Date.now() < this.pausedUntil) return;
    this.underway += 1;
    try {
      const body = JSON.stringify(request);
      if (body.length <= MAX_BODY_CHARS) await this.post(body);
    } catch (error) {
      this.pause(error);
    } finally {
      this.underway -= 1;
    }
  }

  private async post(body: string): Promise<void> {
    const response = await fetch(this.endpoint, {
      method: "POST",
      headers: parseHeaders(this.headers),
      body,
      // The headers have a key, which only this address may get.
      redirect: "manual",
      signal: AbortSignal.timeout(this.timeoutMs),
    });
    await response.body?.cancel();
    if (!response.ok) throw new Error(`The collector returned ${response.status}.`);
  }

  private pause(error: unknown): void {
    const isKnown = Date.now() < this.pausedUntil;
    this.pausedUntil = Date.now() + PAUSE_MS;
    if (!isKnown) log.warn("Traces are not sent for a minute.", { event: "traces_lost", error });
  }
}

const collectors = new Map<string, Collector>();

/** One object for all requests of an isolate. */
export function collectorOf(endpoint: string, headers: string): Collector {
  const key = `${endpoint} ${headers}`;
  const known = collectors.get(key) ?? new Collector(endpoint, headers);
  collectors.set(key, known);
  return known;
}
