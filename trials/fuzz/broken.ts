/** Bytes that are not HTTP: valid requests with a few bytes changed, or with lines that no client may send. */
import fc from "fast-check";
import type { Request } from "./requests.ts";
import { bytesOf } from "./wire.ts";

const LINES = [
  "Content-Length: -5",
  "Content-Length: 5\r\nContent-Length: 6",
  "Transfer-Encoding: gzip",
  "Transfer-Encoding: chunked\r\nContent-Length: 3",
  "Host: a b",
  "Host: [",
  "NoColon",
  "\0: a",
  " folded",
  ": no name",
  "Expect: 200-ok",
  "Connection: \xff",
];

const FIRST_LINES = [
  "CONNECT /api/v1/jobs HTTP/1.1",
  "get /api/v1/jobs HTTP/1.1",
  "GET * HTTP/1.1",
  "GET http://evil.example/ HTTP/1.1",
  "GET /api/v1/jobs HTTP/9.9",
  "GET /api/v1/jobs",
  "GET  /api/v1/jobs HTTP/1.1",
  "\x16\x03\x01",
  "",
];

type Change = (bytes: Buffer, at: number) => Buffer;

const CHANGES: Change[] = [
  (bytes, at) => Buffer.concat([bytes.subarray(0, at), Buffer.from([at & 255]), bytes.subarray(at + 1)]),
  (bytes, at) => Buffer.concat([bytes.subarray(0, at), Buffer.from([(at * 7) & 255]), bytes.subarray(at)]),
  (bytes, at) => Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1 + (at % 30))]),
  (bytes, at) => bytes.subarray(0, at),
  (bytes, at) => insertLine(bytes, LINES[at % LINES.length] ?? ""),
  (bytes, at) => {
    const lineEnd = bytes.indexOf("\r\n");
    return Buffer.concat([
      Buffer.from(FIRST_LINES[at % FIRST_LINES.length] ?? "", "latin1"),
      bytes.subarray(lineEnd),
    ]);
  },
];

function insertLine(bytes: Buffer, line: string): Buffer {
  const lineEnd = bytes.indexOf("\r\n") + 2;
  return Buffer.concat([
    bytes.subarray(0, lineEnd),
    Buffer.from(`${line}\r\n`, "latin1"),
    bytes.subarray(lineEnd),
  ]);
}

/** A request's bytes after one to three changes, most of them in its head. */
export function brokenBytes(request: fc.Arbitrary<Request>, host: string): fc.Arbitrary<Buffer> {
  const change = fc.record({
    apply: fc.constantFrom(...CHANGES),
    place: fc.oneof({ weight: 4, arbitrary: fc.integer({ min: 0, max: 400 }) }, fc.nat(2_000)),
  });
  return fc
    .tuple(request, fc.array(change, { minLength: 1, maxLength: 3 }))
    .map(([sent, changes]) =>
      changes.reduce((bytes, { apply, place }) => apply(bytes, place % bytes.length), bytesOf(sent, host)),
    );
}
