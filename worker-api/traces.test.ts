import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, onTestFinished, test, vi } from "vitest";
import { z } from "zod";
import { traceIds } from "#traces/ids.ts";
import { app } from "./app.ts";
import { newCaller, newClientAddress, ORIGIN } from "./test-caller.ts";

const Attribute = z.object({ key: z.string(), value: z.record(z.string(), z.unknown()) });
const Span = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  name: z.string(),
  attributes: z.array(Attribute),
});
const Sent = z.object({
  resourceSpans: z.tuple([z.looseObject({ scopeSpans: z.tuple([z.looseObject({ spans: z.array(Span) })]) })]),
});

/** Creates a job with these settings. Returns the response and what was sent to the collector. */
async function create(settings: { OTLP_ENDPOINT?: string }, respond: () => Promise<Response>) {
  const { key } = await newCaller();
  const sent: string[] = [];
  const real = globalThis.fetch;
  const fetched = vi.spyOn(globalThis, "fetch").mockImplementation((input, init) => {
    if (!String(input).startsWith("http://collector.test")) return real(input, init);
    sent.push(String(init?.body));
    return respond();
  });
  onTestFinished(() => fetched.mockRestore());
  const ctx = createExecutionContext();
  const response = await app.request(
    `${ORIGIN}/api/v1/jobs`,
    {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "x-api-key": key,
        "cf-connecting-ip": newClientAddress(),
        traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
      },
      body: JSON.stringify({ url: "https://example.com/private?token=hunter2" }),
    },
    Object.create(env, Object.getOwnPropertyDescriptors(settings)),
    ctx,
  );
  return { response, key, sent, done: () => waitOnExecutionContext(ctx) };
}

const on = { OTLP_ENDPOINT: "http://collector.test/v1/traces" };

test("a request is one tree of spans in the trace of its X-Request-Id", async () => {
  const { response, key, sent, done } = await create(on, async () => new Response("{}"));
  expect(response.status).toBe(202);
  await done();
  expect(sent).toHaveLength(1);
  const { spans } = Sent.parse(JSON.parse(sent[0] ?? "")).resourceSpans[0].scopeSpans[0];
  const { traceId, rootId } = traceIds(response.headers.get("x-request-id") ?? "");
  expect(new Set(spans.map((span) => span.traceId))).toEqual(new Set([traceId]));
  const [root, ...children] = spans;
  expect(root).toMatchObject({ spanId: rootId, name: "POST /api/v1/jobs" });
  expect(root?.parentSpanId).toBeUndefined();
  expect(children.map(({ name }) => name)).toEqual(["admit", "enqueue"]);
  for (const { parentSpanId } of children) expect(parentSpanId).toBe(rootId);
  for (const secret of ["hunter2", "private", key]) expect(sent[0]).not.toContain(secret);
});

test("a request does not wait for a collector that hangs", async () => {
  let release = (_: Response) => {};
  const { response, sent, done } = await create(on, () => new Promise((resolve) => (release = resolve)));
  expect(response.status).toBe(202);
  await expect.poll(() => sent).toHaveLength(1);
  release(new Response("{}"));
  await done();
});

test("nothing is sent without an endpoint, which is the default", async () => {
  expect(env.OTLP_ENDPOINT).toBe("");
  const fetched = await create({}, async () => new Response("{}"));
  expect(fetched.response.status).toBe(202);
  await fetched.done();
  expect(fetched.sent).toEqual([]);
});
