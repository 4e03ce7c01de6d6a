/** Request bodies: content, Content-Type and framing. */
import fc from "fast-check";
import { LIMITS } from "#contract/limits.ts";
import type { Operation, Schema } from "./document.ts";
import { headerText } from "./texts.ts";
import { anything, type Values } from "./values.ts";

/** How a body is sent. A `cut` one ends in its middle. */
const FRAMINGS = ["length", "chunked", "cut length", "cut chunk", "bad chunk", "none"] as const;
export type Framing = (typeof FRAMINGS)[number];

const JSON_TYPES = ["application/json", "application/json; charset=utf-8", "Application/JSON;charset=UTF-16"];
const OTHER_TYPES = [
  "text/plain",
  "text/html; charset=utf-8",
  "application/x-www-form-urlencoded",
  "multipart/form-data",
  "multipart/form-data; boundary=x",
  "application/a+b+json",
  "application/problem+json",
  "application/xml",
  "application/octet-stream",
  "json",
  ";",
  "application/",
  "*/*",
  "é",
  "application/json, text/plain",
  " ",
];

/** Bodies that are not JSON, or unusual JSON. */
const RAW_BODIES = [
  "",
  "{",
  "{]",
  "null",
  '"',
  "NaN",
  "1e999",
  "-0",
  "[]",
  "{}",
  "a=b&c=d",
  "\ufeff{}",
  '{"url":1,"url":2}',
  "{'a':1}",
  '{"__proto__":{"url":"x"}}',
  '{"url":"\\ud800"}',
  '{"url":"\\u0000"}',
  "{} {}",
  "\0",
  "//\n{}",
  "[".repeat(100_000),
  `${'{"options":'.repeat(5_000)}1${"}".repeat(5_000)}`,
  '--x\r\nContent-Disposition: form-data; name="url"\r\n\r\nhttps://example.com\r\n--x--\r\n',
].map((text) => Buffer.from(text));
const RAW_BYTES = ["ff", "fffe7b007d00", "1f8b08000000000000", "c3287b7d", "7b22ff223a317d"].map((hex) =>
  Buffer.from(hex, "hex"),
);

export interface Body {
  content: Buffer;
  framing: Framing;
  /** The Content-Type, or null for none. */
  type: string | null;
}

/** JSON of exactly this many bytes. */
function padded(bytes: number): Buffer {
  return Buffer.from(`{"url":"https://example.com/"${" ".repeat(bytes - 30)}}`);
}

function jsonBody(schema: Schema, values: Values): fc.Arbitrary<Buffer> {
  const value = fc.oneof(
    { weight: 4, arbitrary: values.near(schema) },
    { weight: 4, arbitrary: values.valid(schema) },
    { weight: 1, arbitrary: anything },
  );
  return value.map((it) => Buffer.from(JSON.stringify(it)));
}

export function bodyOf({ body, method }: Operation, values: Values): fc.Arbitrary<Body> {
  const framing = fc.oneof(
    { weight: 12, arbitrary: fc.constantFrom<Framing>("length", "length", "chunked") },
    { weight: 1, arbitrary: fc.constantFrom(...FRAMINGS) },
  );
  const type = fc.oneof(
    { weight: 12, arbitrary: fc.constant(JSON_TYPES[0] ?? "") },
    { weight: 1, arbitrary: fc.constantFrom(...JSON_TYPES) },
    { weight: 1, arbitrary: fc.constant(null) },
    { weight: 2, arbitrary: fc.oneof(fc.constantFrom(...OTHER_TYPES), headerText) },
  );
  const raw = fc.constantFrom(...RAW_BODIES, ...RAW_BYTES);
  const large = fc
    .constantFrom(LIMITS.bodyBytes - 1, LIMITS.bodyBytes, LIMITS.bodyBytes + 1, 3_000_000)
    .map(padded);
  const random = fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes));
  const content = fc.oneof(
    { weight: 40, arbitrary: body ? jsonBody(body, values) : raw },
    { weight: 6, arbitrary: raw },
    { weight: 2, arbitrary: random },
    { weight: 1, arbitrary: large },
  );
  const some = fc.record({ content, framing, type });
  const empty = fc.record({
    content: fc.constant(Buffer.alloc(0)),
    framing: fc.constantFrom<Framing>("none", "length", "chunked"),
    type,
  });
  const nothing = fc.constant<Body>({ content: Buffer.alloc(0), framing: "none", type: null });
  if (body) return fc.oneof({ weight: 9, arbitrary: some }, { weight: 1, arbitrary: empty });
  return fc.oneof(
    { weight: method === "GET" ? 8 : 4, arbitrary: nothing },
    { weight: 1, arbitrary: some },
    empty,
  );
}
