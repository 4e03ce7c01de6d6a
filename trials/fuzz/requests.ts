/** Requests of one operation, from valid to absurd in every part that a client chooses. */
import fc from "fast-check";
import { bodyOf, type Framing } from "./bodies.ts";
import type { Cast } from "./cast.ts";
import type { Operation } from "./document.ts";
import { ADDRESSES, caller, extraHeaders, type Headers } from "./headers.ts";
import { odd } from "./texts.ts";
import type { Values } from "./values.ts";

export interface Request {
  /** The operation's name, for the summary. */
  name: string;
  method: string;
  target: string;
  headers: Headers;
  body: Buffer;
  framing: Framing;
}

/** Other methods than the operation's. Without DELETE, which would delete what other requests read. */
const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "OPTIONS", "TRACE", "PROPFIND", "PURGE"];

/** Path segments that clients and routers parse differently. */
const RAW_SEGMENTS = [
  "%00",
  "%ff",
  "%ED%A0%80",
  "%",
  "%2e%2e",
  "..",
  ".",
  "",
  "a%2fb",
  "%252e",
  "__proto__",
  "constructor",
  "é",
  "jobs",
  "a".repeat(20_000),
];

/** Existing ids for a path's parameter. */
function namedBy({ method, path }: Operation, cast: Cast): string[] {
  if (path.includes("{publicKey}")) return [cast.owner.publicKey];
  if (path.includes("/public-keys/")) return cast.keyIds;
  if (path.includes("/widget/")) return [cast.widgetJob.jobId];
  return method === "DELETE" ? [cast.spareJobId] : cast.jobIds;
}

function pathOf(operation: Operation, cast: Cast): fc.Arbitrary<string> {
  const encoded = odd.map((text) => encodeURIComponent(text.toWellFormed()));
  const segment = fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...namedBy(operation, cast)) },
    fc.constantFrom(...RAW_SEGMENTS),
    encoded,
  );
  const parts = operation.path
    .split(/(\{\w+\})/)
    .map((part) => (part.startsWith("{") ? segment : fc.constant(part)));
  return fc.tuple(...parts).map((texts) => texts.join(""));
}

function queryOf(operation: Operation, values: Values): fc.Arbitrary<string> {
  const declared = operation.parameters.filter((parameter) => parameter.in === "query");
  const known = declared.map(({ name, schema }) =>
    values.near(schema, name).map((value) => {
      // Not String(): an object can have a property `toString` that is not a function.
      const text = typeof value === "string" ? value : JSON.stringify(value);
      return `${name}=${encodeURIComponent(text.toWellFormed())}`;
    }),
  );
  const stray = fc
    .tuple(odd, odd)
    .map((pair) => pair.map((text) => encodeURIComponent(text.toWellFormed())).join("="));
  const raw = fc.constantFrom("%", "=", "&&", "a[]=1", "limit=1&limit=2", "token=%ff", "?", "__proto__=1");
  const one = fc.oneof(...known.map((arbitrary) => ({ weight: 4, arbitrary })), stray, raw);
  const none = fc.constant("");
  return fc.oneof(
    { weight: declared.length > 0 ? 1 : 12, arbitrary: none },
    {
      weight: 2,
      arbitrary: fc.array(one, { minLength: 1, maxLength: 3 }).map((pairs) => `?${pairs.join("&")}`),
    },
  );
}

/** Requests of the operation. Most are valid enough to pass the first check. */
export function requestsOf(operation: Operation, values: Values, cast: Cast): fc.Arbitrary<Request> {
  const method = fc.oneof(
    { weight: 30, arbitrary: fc.constant(operation.method) },
    { weight: 1, arbitrary: fc.constantFrom(...METHODS) },
  );
  const link = fc.constantFrom(...cast.fileLinks).map((url) => url.slice(url.indexOf("/api/")));
  const plain = fc.tuple(pathOf(operation, cast), queryOf(operation, values)).map((parts) => parts.join(""));
  const target = operation.path.includes("/files/") ? fc.oneof({ weight: 2, arbitrary: plain }, link) : plain;
  return fc
    .record({
      method,
      target,
      auth: caller(operation, cast),
      address: ADDRESSES,
      extra: extraHeaders(operation),
      sent: bodyOf(operation, values),
    })
    .map(({ method, target, auth, address, extra, sent: { content, framing, type } }) => ({
      name: operation.name,
      method,
      target: Buffer.from(target).toString("latin1"),
      headers: [
        ...auth,
        ["cf-connecting-ip", address],
        ...extra,
        ...(type === null ? [] : [["content-type", type] satisfies [string, string]]),
      ],
      body: content,
      framing,
    }));
}
