/**
 * Ids of a trace. They are made from the request's id, which is in the job's row, so both Workers know them and nothing
 * travels with the job.
 */
import { hash, randomBytes } from "node:crypto";

export interface TraceIds {
  /** The first 32 digits of the SHA-256 of the request's id. */
  traceId: string;
  /** The span of the request. All others are below it. */
  rootId: string;
  /** Evenly distributed from 0 to 1. Both Workers trace the requests whose lot is below the share. */
  lot: number;
}

export function traceIds(requestId: string): TraceIds {
  const digits = hash("sha256", requestId, "hex");
  return {
    traceId: digits.slice(0, 32),
    rootId: digits.slice(32, 48),
    lot: Number.parseInt(digits.slice(48, 56), 16) / 2 ** 32,
  };
}

export function newSpanId(): string {
  return randomBytes(8).toString("hex");
}

const TRACEPARENT = /^[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-[\da-f]{2}(?:-|$)/;

/** The ids of the header `traceparent` (https://www.w3.org/TR/trace-context/); null for a malformed one. */
export function parseTraceparent(header: string): { traceId: string; spanId: string } | null {
  const [, traceId, spanId] = TRACEPARENT.exec(header) ?? [];
  return traceId && spanId && !header.startsWith("ff") ? { traceId, spanId } : null;
}
