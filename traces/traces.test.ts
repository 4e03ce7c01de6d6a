import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test, vi } from "vitest";
import { z } from "zod";
import { Collector } from "./collector.ts";
import { parseTraceparent, traceIds } from "./ids.ts";
import { Trace } from "./trace.ts";

const ORIGIN = "https://platen.example.com";

/** A collector that responds as `respond` does. Returns its address and the requests that it has had. */
async function startCollector(respond: (response: ServerResponse) => void) {
  const requests: { headers: IncomingMessage["headers"]; body: string }[] = [];
  const server = createServer(async (request, response) => {
    requests.push({ headers: request.headers, body: await text(request) });
    respond(response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = z.object({ port: z.number() }).parse(server.address());
  return { endpoint: `http://127.0.0.1:${port}/v1/traces`, requests };
}

const accept = (response: ServerResponse) => void response.writeHead(200).end("{}");

function settings(endpoint: string, share = "1") {
  return {
    OTLP_ENDPOINT: endpoint,
    OTLP_HEADERS: "x-key=a%2Cb, x-team = c",
    TRACE_SHARE: share,
    PUBLIC_ORIGIN: ORIGIN,
  };
}

/** Silences the log and returns its warnings. */
function warnings() {
  const warn = vi.spyOn(console, "warn").mockImplementation(() => undefined);
  onTestFinished(() => warn.mockRestore());
  return warn.mock.calls;
}

test("a trace is sent as one request in the format of OTLP/HTTP, with the headers of the secret", async () => {
  const { endpoint, requests } = await startCollector(accept);
  const trace = Trace.begin(settings(endpoint), "platen-api", "req_1");
  await trace?.time("admit", async () => undefined, "client");
  await trace?.time("enqueue", () => Promise.reject(new Error("away"))).catch(() => undefined);
  const link = parseTraceparent("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01") ?? undefined;
  trace?.note({ "http.response.status_code": 202, "server.address": undefined, long: "x".repeat(9_999) });
  trace?.addRequest("POST /api/v1/jobs", { startedAt: 1_000, endedAt: 999 }, { failed: false, link });
  await trace?.send();

  expect(requests).toHaveLength(1);
  expect(requests[0]?.headers).toMatchObject({
    "content-type": "application/json",
    "x-key": "a,b",
    "x-team": "c",
  });
  const { traceId, rootId } = traceIds("req_1");
  const id = { key: "platen.request_id", value: { stringValue: "req_1" } };
  const child = {
    traceId,
    spanId: expect.stringMatching(/^[\da-f]{16}$/),
    parentSpanId: rootId,
    attributes: [id],
  };
  expect(JSON.parse(requests[0]?.body ?? "")).toEqual({
    resourceSpans: [
      {
        resource: {
          attributes: [
            { key: "service.name", value: { stringValue: "platen-api" } },
            { key: "service.namespace", value: { stringValue: "platen.example.com" } },
          ],
        },
        scopeSpans: [
          {
            scope: { name: "platen" },
            spans: [
              {
                traceId,
                spanId: rootId,
                name: "POST /api/v1/jobs",
                kind: 2,
                startTimeUnixNano: "1000000000",
                endTimeUnixNano: "1000000000",
                attributes: [
                  id,
                  { key: "http.response.status_code", value: { intValue: "202" } },
                  { key: "long", value: { stringValue: "x".repeat(200) } },
                ],
                links: [{ traceId: "0af7651916cd43dd8448eb211c80319c", spanId: "b7ad6b7169203331" }],
                status: {},
              },
              expect.objectContaining({ ...child, name: "admit", kind: 3, status: {} }),
              expect.objectContaining({ ...child, name: "enqueue", kind: 1, status: { code: 2 } }),
            ],
          },
        ],
      },
    ],
  });
});

test("a trace has at most 50 spans, and always that of the request", async () => {
  const { endpoint, requests } = await startCollector(accept);
  const trace = Trace.begin(settings(endpoint), "platen-api", "req_1");
  for (let index = 0; index < 80; index += 1) trace?.add("step", { startedAt: 1, endedAt: 2 });
  trace?.addRequest("GET", { startedAt: 1, endedAt: 2 }, { failed: false, link: undefined });
  await trace?.send();
  expect(requests[0]?.body.match(/"spanId"/g)).toHaveLength(50);
  expect(requests[0]?.body).toContain(traceIds("req_1").rootId);
});

test("nothing is traced without an endpoint, and only a share of the requests with one", () => {
  expect(Trace.begin(settings(""), "platen-api", "req_1")).toBeNull();
  const ids = Array.from({ length: 1_000 }, (_, index) => `req_${index}`);
  const traced = (share: string) =>
    ids.filter((id) => Trace.begin(settings("http://127.0.0.1:1", share), "s", id));
  expect(traced("1")).toHaveLength(1_000);
  expect(traced("0")).toEqual([]);
  expect(traced("some")).toEqual([]);
  const tenth = traced("0.1");
  expect(tenth.length).toBeGreaterThan(50);
  expect(tenth.length).toBeLessThan(200);
  // The other Worker chooses the same requests.
  expect(traced("0.1")).toEqual(tenth);
});

test.each([
  ["an error", (response: ServerResponse) => void response.writeHead(500).end("busy")],
  ["a redirect", (response: ServerResponse) => void response.writeHead(302, { location: "/other" }).end()],
  ["no response", () => undefined],
])("after %s, a collector gets nothing for a minute, and the log one line", async (_, respond) => {
  const lines = warnings();
  const { endpoint, requests } = await startCollector(respond);
  const collector = new Collector(endpoint, "x-key=hunter2", 100);
  for (let index = 0; index < 3; index += 1) await collector.send({});
  // The collector may not have read a request that is given up.
  expect(requests.length).toBeLessThanOrEqual(1);
  expect(lines).toHaveLength(1);
  expect(String(lines[0])).toContain("traces_lost");
  expect(String(lines[0])).not.toContain("hunter2");
});

test("a collector that is slow has at most ten requests at a time, and one with wrong headers none", async () => {
  const lines = warnings();
  const held: ServerResponse[] = [];
  const { endpoint, requests } = await startCollector((response) => held.push(response));
  const slow = new Collector(endpoint, "");
  const sent = Promise.all(Array.from({ length: 30 }, () => slow.send({})));
  await expect.poll(() => held.length).toBe(10);
  held.forEach(accept);
  await sent;
  expect(requests).toHaveLength(10);
  expect(lines).toEqual([]);
  await new Collector(endpoint, "x-key=%").send({});
  expect(requests).toHaveLength(10);
  expect(lines).toHaveLength(1);
});

test.each([
  "",
  "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331",
  "00-00000000000000000000000000000000-b7ad6b7169203331-01",
  "00-0af7651916cd43dd8448eb211c80319c-0000000000000000-01",
  "ff-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
  `00-${"x".repeat(32)}-b7ad6b7169203331-01`,
])("a malformed traceparent is ignored: %s", (header) => {
  expect(parseTraceparent(header)).toBeNull();
});
