/**
 * The body of an OTLP/HTTP request in JSON (https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding): ids are hex,
 * enums are numbers, 64-bit integers are texts.
 */

/** https://github.com/open-telemetry/opentelemetry-proto/blob/main/opentelemetry/proto/trace/v1/trace.proto */
const KINDS = { internal: 1, server: 2, client: 3, producer: 4, consumer: 5 } as const;
const STATUS_ERROR = 2;
const MAX_TEXT_CHARS = 200;

export type SpanKind = keyof typeof KINDS;
export type Attributes = Readonly<Record<string, string | number | undefined>>;

export interface Span {
  spanId: string;
  /** Undefined for the root. */
  parentId?: string | undefined;
  name: string;
  kind: SpanKind;
  /** Unix ms. */
  startedAt: number;
  endedAt: number;
  attributes: Attributes;
  failed: boolean;
  /** A span of another trace that caused this one. */
  link?: { traceId: string; spanId: string } | undefined;
}

function nanos(ms: number): string {
  return `${Math.max(0, Math.round(ms))}000000`;
}

function anyValue(value: string | number) {
  if (typeof value === "string") return { stringValue: value.slice(0, MAX_TEXT_CHARS) };
  return Number.isSafeInteger(value) ? { intValue: String(value) } : { doubleValue: value };
}

function keyValues(attributes: Attributes) {
  return Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined ? [] : [{ key, value: anyValue(value) }],
  );
}

function spanOf(traceId: string, { spanId, parentId, name, kind, startedAt, endedAt, ...span }: Span) {
  return {
    traceId,
    spanId,
    ...(parentId && { parentSpanId: parentId }),
    name,
    kind: KINDS[kind],
    startTimeUnixNano: nanos(startedAt),
    // The two Workers have different clocks.
    endTimeUnixNano: nanos(Math.max(startedAt, endedAt)),
    attributes: keyValues(span.attributes),
    ...(span.link && { links: [span.link] }),
    status: span.failed ? { code: STATUS_ERROR } : {},
  };
}

/** `resource`: what all spans come from. */
export function exportRequest(traceId: string, resource: Attributes, spans: readonly Span[]) {
  return {
    resourceSpans: [
      {
        resource: { attributes: keyValues(resource) },
        scopeSpans: [{ scope: { name: "platen" }, spans: spans.map((span) => spanOf(traceId, span)) }],
      },
    ],
  };
}
