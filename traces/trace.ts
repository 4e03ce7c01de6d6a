/** The spans of one request in one Worker. They are kept in memory until they are sent together. */
import { collectorOf } from "./collector.ts";
import { newSpanId, type TraceIds, traceIds } from "./ids.ts";
import { type Attributes, exportRequest, type Span, type SpanKind } from "./otlp.ts";

const MAX_SPANS = 50;

export interface TraceEnv {
  /** Address of the collector's receiver of traces. Empty: no traces. */
  OTLP_ENDPOINT: string;
  /** Headers for the collector, such as its key. A secret. */
  OTLP_HEADERS?: string;
  /** Share of the requests that are traced, from 0 to 1. */
  TRACE_SHARE: string;
  PUBLIC_ORIGIN: string;
}

interface Times {
  /** Unix ms. */
  startedAt: number;
  endedAt: number;
}

interface Details {
  kind?: SpanKind;
  attributes?: Attributes;
  failed?: boolean;
  /** Id of the span above; the span of the request if it is not set. */
  parentId?: string;
}

export class Trace {
  private readonly env: TraceEnv;
  private readonly service: string;
  private readonly requestId: string;
  private readonly ids: TraceIds;
  private readonly spans: Span[] = [];
  private noted: Attributes = {};

  private constructor(env: TraceEnv, service: string, requestId: string, ids: TraceIds) {
    this.env = env;
    this.service = service;
    this.requestId = requestId;
    this.ids = ids;
  }

  /** Null for a request that is not traced. `service`: the Worker's name. */
  static begin(env: TraceEnv, service: string, requestId: string): Trace | null {
    if (!env.OTLP_ENDPOINT || !requestId) return null;
    const ids = traceIds(requestId);
    return ids.lot < Number(env.TRACE_SHARE) ? new Trace(env, service, requestId, ids) : null;
  }

  /** Adds attributes to the span of the request. */
  note(attributes: Attributes): void {
    this.noted = { ...this.noted, ...attributes };
  }

  /** Adds a span and returns its id. */
  add(name: string, { startedAt, endedAt }: Times, details: Details = {}): string {
    const { kind = "internal", attributes = {}, failed = false, parentId = this.ids.rootId } = details;
    const spanId = newSpanId();
    this.push({ spanId, parentId, name, kind, startedAt, endedAt, attributes, failed });
    return spanId;
  }

  /** Runs the work and adds a span of it, also when it fails. */
  async time<T>(name: string, work: () => Promise<T>, kind: SpanKind = "internal"): Promise<T> {
    const startedAt = Date.now();
    let failed = true;
    try {
      const result = await work();
      failed = false;
      return result;
    } finally {
      this.add(name, { startedAt, endedAt: Date.now() }, { kind, failed });
    }
  }

  /** Adds the span of the request. `link`: the client's span. */
  addRequest(name: string, times: Times, { failed, link }: { failed: boolean; link: Span["link"] }): void {
    const { spans, noted: attributes } = this;
    // First, so that the limit never leaves it out.
    spans.unshift({ spanId: this.ids.rootId, name, kind: "server", ...times, attributes, failed, link });
  }

  /** Sends all spans. Never rejects. */
  async send(): Promise<void> {
    const { OTLP_ENDPOINT, OTLP_HEADERS = "", PUBLIC_ORIGIN } = this.env;
    const resource = { "service.name": this.service, "service.namespace": new URL(PUBLIC_ORIGIN).host };
    const spans = this.spans.slice(0, MAX_SPANS).map((span) => ({
      ...span,
      attributes: { "platen.request_id": this.requestId, ...span.attributes },
    }));
    await collectorOf(OTLP_ENDPOINT, OTLP_HEADERS).send(exportRequest(this.ids.traceId, resource, spans));
  }

  private push(span: Span): void {
    if (this.spans.length < MAX_SPANS) this.spans.push(span);
  }
}
