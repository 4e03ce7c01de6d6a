/** Request headers: the caller's, and others that a client can send. */
import fc from "fast-check";
import { LIMITS } from "#contract/limits.ts";
import { type Cast, type Member, ORIGIN } from "./cast.ts";
import type { Operation } from "./document.ts";
import { headerText } from "./texts.ts";

export type Headers = [name: string, value: string][];

const HEADERS: Record<string, string[]> = {
  prefer: [
    "wait=0",
    "wait=1",
    "wait=-1",
    "wait=x",
    'wait="1"',
    "respond-async, wait=1",
    "wait",
    "=",
    "wait=0;wait=1",
  ],
  accept: [
    "application/pdf",
    "image/*",
    "*/*",
    "application/json",
    ";q=",
    "text/html",
    "application/pdf;q=0",
    ",",
  ],
  "idempotency-key": [
    "a",
    "a",
    "",
    " ",
    "a".repeat(LIMITS.idempotencyKeyChars),
    "a".repeat(256),
    "__proto__",
  ],
  range: [
    "bytes=0-",
    "bytes=0-3",
    "bytes=2-4",
    "bytes=-5",
    "bytes=-1",
    "bytes=5-2",
    "bytes=0-0,5-6",
    "bytes=999999999-",
    "bytes=--",
    "lines=1-2",
    "bytes=",
  ],
  "if-none-match": ["*", '"x"', "W/", ",", '"'],
  "if-range": ["x", '"x"', "Wed, 21 Oct 2015 07:28:00 GMT"],
  origin: [
    "null",
    "http://localhost:3000",
    "https://evil.example",
    "http://",
    "http://[",
    "file://",
    "http://localhost:x",
  ],
  "content-encoding": ["gzip", "br", "identity", "deflate, gzip", "x"],
  "content-language": ["de"],
  "stripe-signature": [
    "",
    "t=1,v1=x",
    "t=9999999999999,v1=",
    "t=,v1=",
    `t=${Math.floor(Date.now() / 1000)},v1=00`,
  ],
  "x-http-method-override": ["DELETE"],
  "x-forwarded-host": ["evil.example"],
  cookie: ["a=b; __proto__=c", "="],
  "user-agent": ["", "a".repeat(10_000)],
  "x-long": ["a".repeat(30_000)],
  upgrade: ["websocket", "h2c"],
};

function headerOf(names: string[]): fc.Arbitrary<Headers> {
  return fc.constantFrom(...names).chain((name) =>
    fc
      .array(fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...(HEADERS[name] ?? [])) }, headerText), {
        minLength: 1,
        maxLength: 2,
      })
      .map((values): Headers => values.map((value) => [name, value])),
  );
}

/** Headers that the operation reads. */
function relevantHeaders({ method, path }: Operation): string[] {
  if (path.includes("/files/")) return ["range", "range", "if-none-match", "if-range"];
  if (path.endsWith("/webhook")) return ["stripe-signature"];
  if (path.includes("/jobs"))
    return method === "POST" ? ["prefer", "accept", "idempotency-key"] : ["prefer", "accept"];
  return ["origin", "content-encoding", "user-agent"];
}

/** No headers or a few, mostly headers that the operation reads. */
export function extraHeaders(operation: Operation): fc.Arbitrary<Headers> {
  const some = fc.oneof(
    { weight: 2, arbitrary: headerOf(relevantHeaders(operation)) },
    { weight: 1, arbitrary: headerOf(Object.keys(HEADERS)) },
  );
  const origin: Headers = operation.path.includes("/widget/") ? [["origin", ORIGIN]] : [];
  return fc.oneof(
    { weight: 3, arbitrary: fc.constant(origin) },
    { weight: 2, arbitrary: some.map((headers) => [...origin, ...headers]) },
    { weight: 1, arbitrary: fc.tuple(some, some).map((pair) => pair.flat()) },
  );
}

/** Whether an operation ends a sign-in session, a key or an account. Only expendable members call it. */
function isEnding({ method, path }: Operation): boolean {
  return /\/(logout|rotate)$/.test(path) || (method === "DELETE" && path.includes("/user/"));
}

function authHeader(scheme: string, { apiKey, signInSession }: Member, cast: Cast): Headers {
  if (scheme === "ApiKey") return [["x-api-key", apiKey]];
  return [["authorization", `Bearer ${scheme === "JobToken" ? cast.widgetJob.token : signInSession}`]];
}

/** The caller's header: mostly valid when the operation needs one. */
export function caller(operation: Operation, cast: Cast): fc.Arbitrary<Headers> {
  const wrong: fc.Arbitrary<Headers> = fc
    .tuple(
      fc.constantFrom("x-api-key", "authorization"),
      fc.constantFrom("", "Bearer ", "Basic "),
      headerText,
    )
    .map(([name, scheme, text]) => [[name, scheme + text]]);
  const none: fc.Arbitrary<Headers> = fc.constant([]);
  if (operation.schemes.length === 0) return fc.oneof({ weight: 8, arbitrary: none }, wrong);
  const member = isEnding(operation)
    ? fc.constantFrom(...cast.expendable)
    : fc.oneof(fc.constant(cast.owner), fc.constantFrom(...cast.members));
  const right = fc
    .tuple(fc.constantFrom(...operation.schemes), member)
    .map(([scheme, who]) => authHeader(scheme, who, cast));
  return fc.oneof({ weight: 10, arbitrary: right }, none, wrong);
}

/** Many addresses, so that no limit for one IP address is reached. */
export const ADDRESSES = fc.oneof(
  { weight: 20, arbitrary: fc.ipV4() },
  { weight: 4, arbitrary: fc.ipV6() },
  headerText,
);
