import { Agent, request as httpRequest, type IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { ErrorBody } from "#contract/job/view.ts";
import type { Framing } from "../trials/fuzz/bodies.ts";
import { bytesOf, isCut, send } from "../trials/fuzz/wire.ts";
import { baseUrl, newAccount } from "./stage/service.ts";

const url = new URL(baseUrl);
const JSON_TYPE: [string, string] = ["content-type", "application/json"];

async function request(method: string, target: string, headers: [string, string][], framing: Framing) {
  const body = Buffer.from('{"url":"https://example.com/"}');
  const sent = { name: "", method, target: `/api/v1${target}`, headers, body, framing };
  const response = await send(url, bytesOf(sent, url.host), method, isCut(sent));
  if (!response) throw new Error("The service sent no response.");
  return response;
}

test.each<[string, Framing]>([
  ["has a chunk without a size", "bad chunk"],
  ["ends in the middle of a chunk", "cut chunk"],
  ["ends before its length", "cut length"],
])("a body that %s is 400", async (_fault, framing) => {
  const { apiKey } = await newAccount();
  const keyed: [string, string][] = [JSON_TYPE, ["x-api-key", apiKey]];
  for (const [target, headers] of [
    ["/jobs", keyed],
    ["/auth/login", [JSON_TYPE]],
    ["/stripe/webhook", [JSON_TYPE]],
  ] satisfies [string, [string, string][]][]) {
    const response = await request("POST", target, headers, framing);
    expect(response.status, target).toBe(400);
    expect(ErrorBody.parse(JSON.parse(response.text)).code).toBe("invalid_json");
    expect(response.headers.get("x-request-id")).toMatch(/^req_/);
  }
});

test.each<Framing>(["length", "chunked", "bad chunk"])(
  "a GET request succeeds even with a body (%s)",
  async (framing) => {
    const { apiKey } = await newAccount();
    const response = await request("GET", "/jobs", [JSON_TYPE, ["x-api-key", apiKey]], framing);
    expect(response.status).toBe(200);
  },
);

test("space after a header's value is no part of it", async () => {
  const { apiKey } = await newAccount();
  const headers: [string, string][] = [["x-api-key", `${apiKey} `]];
  const first = await request("POST", "/jobs", [...headers, JSON_TYPE, ["idempotency-key", "one"]], "length");
  const again = await request(
    "POST",
    "/jobs",
    [...headers, ["content-type", "application/json \t"], ["idempotency-key", "one "]],
    "length",
  );
  expect([first.status, again.status]).toEqual([202, 202]);
  expect(again.headers.get("idempotency-replayed")).toBe("true");
});

test("a refusal before the body is read leaves the connection usable", async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const refuse = async () => {
    const sent = Promise.withResolvers<IncomingMessage>();
    httpRequest(`${baseUrl}/api/v1/jobs`, {
      agent,
      method: "POST",
      headers: { "content-type": "application/json" },
    })
      .on("response", sent.resolve)
      .on("error", sent.reject)
      .end('{"url":"https://example.com/"}');
    const response = await sent.promise;
    return { status: response.statusCode, body: await text(response) };
  };
  try {
    for (let sent = 0; sent < 60; sent++) expect((await refuse()).status).toBe(401);
  } finally {
    agent.destroy();
  }
});
