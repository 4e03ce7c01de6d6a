import { expect, test } from "vitest";
import { z } from "zod";
import { OPTIONS } from "#contract/job/options.ts";
import { ErrorBody } from "#contract/job/view.ts";
import { LIMITS } from "#contract/limits.ts";
import { app } from "./app.ts";
import { type Call, call } from "./test-caller.ts";

const Operation = z.looseObject({
  // Generated clients name their functions after it.
  operationId: z.string().regex(/^[a-z]+([A-Z][a-z]+)*$/),
  summary: z.string().min(1),
  tags: z.array(z.string()).length(1),
  parameters: z.array(z.looseObject({ in: z.string() })).default([]),
  requestBody: z.unknown().optional(),
  responses: z.record(
    z.string(),
    z.looseObject({
      content: z.record(z.string(), z.unknown()).optional(),
      "x-codes": z.array(z.string()).default([]),
    }),
  ),
  security: z.array(z.record(z.string(), z.unknown())).optional(),
});
const Document = z.looseObject({
  info: z.looseObject({ description: z.string() }),
  openapi: z.literal("3.1.0"),
  servers: z.array(z.object({ url: z.url() })),
  tags: z.array(z.looseObject({ name: z.string() })),
  paths: z.record(z.string(), z.record(z.string(), Operation)),
  components: z.looseObject({
    schemas: z.record(z.string(), z.unknown()),
    securitySchemes: z.record(z.string(), z.unknown()),
  }),
});

async function read() {
  const response = await call("GET", "/openapi.json");
  expect(response.status).toBe(200);
  return Document.parse(await response.json());
}

/** Routes that callers do not use: Stripe's webhook, the description itself, and those of the operator. */
const UNLISTED =
  /^(?:POST \/api\/v1\/stripe\/webhook|GET \/api\/v1\/openapi\.json|\w+ \/api\/v1\/admin\/.*)$/;

test("every route is described, and nothing else", async () => {
  const { paths } = await read();
  const described = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ":$1")}`),
  );
  const routed = app.routes
    .filter(({ method }) => method !== "ALL" && method !== "OPTIONS")
    .map(({ method, path }) => `${method} ${path}`)
    .filter((route) => !UNLISTED.test(route));
  expect(new Set(described)).toEqual(new Set(routed));
});

test("every operation names a known tag and known security schemes", async () => {
  const { paths, tags, components } = await read();
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
  const names = tags.map(({ name }) => name);
  for (const operation of operations) {
    expect(names).toContain(operation.tags[0]);
    for (const scheme of (operation.security ?? []).flatMap((way) => Object.keys(way))) {
      expect(Object.keys(components.securitySchemes)).toContain(scheme);
    }
  }
});

test("every operation has an id of its own", async () => {
  const { paths } = await read();
  const ids = Object.values(paths)
    .flatMap((methods) => Object.values(methods))
    .map(({ operationId }) => operationId);
  expect(new Set(ids).size).toBe(ids.length);
});

test("each success with a body describes it, or generated clients would not know its type", async () => {
  const { paths } = await read();
  for (const [path, methods] of Object.entries(paths)) {
    for (const [method, { responses }] of Object.entries(methods)) {
      for (const [status, { content }] of Object.entries(responses)) {
        if (status.startsWith("2") && status !== "204")
          expect(content, `${method} ${path}: ${status}`).toBeDefined();
      }
    }
  }
});

test("each call with fields that can be wrong lists the error for it", async () => {
  const { paths } = await read();
  for (const [path, methods] of Object.entries(paths)) {
    for (const [method, { parameters, requestBody, responses }] of Object.entries(methods)) {
      const codes = responses.default?.["x-codes"] ?? [];
      const hasFields = requestBody !== undefined || parameters.some((parameter) => parameter.in === "query");
      if (hasFields) expect(codes, `${method} ${path}`).toContain("invalid_request");
    }
  }
});

test("the description names each type of file", async () => {
  const { info } = await read();
  for (const type of OPTIONS.outputType.values) expect(info.description.toLowerCase()).toContain(type);
});

test("each call that can return a file lists the error for one that is gone", async () => {
  const { paths } = await read();
  const calls = Object.values(paths).flatMap((methods) => Object.values(methods));
  const withFile = calls.filter(({ responses }) => responses["200"]?.content?.["application/pdf"]);
  expect(withFile.map(({ operationId }) => operationId)).toEqual(["createJob", "getJob", "downloadFile"]);
  for (const { operationId, responses } of withFile)
    expect(responses.default?.["x-codes"], operationId).toContain("result_expired");
});

test("byte ranges are for reading, and come with the responses of conditions", async () => {
  const { paths } = await read();
  const ranged = Object.values(paths).flatMap((methods) =>
    Object.entries(methods).filter(([, { responses }]) => "206" in responses),
  );
  expect(ranged.map(([method, { operationId }]) => `${method} ${operationId}`)).toEqual([
    "get getJob",
    "get downloadFile",
  ]);
  for (const [, { responses }] of ranged) {
    expect(Object.keys(responses)).toEqual(expect.arrayContaining(["304", "412", "416"]));
  }
});

test("every reference leads to a schema", async () => {
  const document = await read();
  const text = JSON.stringify(document);
  const references = [...text.matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name);
  expect(references.length).toBeGreaterThan(0);
  expect(Object.keys(document.components.schemas)).toEqual(expect.arrayContaining(references));
});

test("the job's options are described with their defaults and bounds", async () => {
  const { components } = await read();
  const text = JSON.stringify(components.schemas.JobOptions);
  for (const part of ["Default: A4.", "Default: pdf.", '"maximum":100', '"enum":["png","jpeg","webp"]']) {
    expect(text).toContain(part);
  }
});

test("no field of a named schema has a default, because typed clients would then require the field", async () => {
  const { components } = await read();
  expect(JSON.stringify(components.schemas).match(/.{0,80}"default":.{0,20}/g)).toBeNull();
});

test("a method that a route does not support gets the list of allowed methods", async () => {
  const response = await call("PUT", "/health");
  expect(response.status).toBe(405);
  expect(response.headers.get("allow")).toBe("GET, HEAD");
  expect(await response.json()).toEqual({
    error: "Method not allowed. Allowed here: GET, HEAD.",
    code: "method_not_allowed",
  });
  expect((await call("GET", "/nothing")).status).toBe(404);
});

test("codes that wrong requests get are named by their operation or for all", async () => {
  const { info, paths } = await read();
  const wrong: Call[] = [
    { body: "{" },
    { body: "x", headers: { "content-type": "text/plain" } },
    { body: " ".repeat(LIMITS.bodyBytes + 1) },
    { body: {}, headers: { origin: "https://elsewhere.example" } },
    { body: {}, headers: { origin: "https://elsewhere.example", "x-api-key": "sk_live_x" } },
    { body: {}, headers: { authorization: "Bearer x" } },
  ];
  for (const [path, methods] of Object.entries(paths)) {
    for (const [method, { responses }] of Object.entries(methods)) {
      for (const { body, ...options } of wrong) {
        const sent = method === "get" ? options : { body, ...options };
        const to = path.replace("/api/v1", "").replaceAll(/\{\w+\}/g, "x");
        const response = await call(method.toUpperCase(), to, sent);
        if (response.status < 400 || response.status in responses) continue;
        const { code } = ErrorBody.parse(await response.json());
        const isNamed =
          responses.default?.["x-codes"].includes(code) || info.description.includes(`\`${code}\``);
        expect(isNamed, `${method} ${path} ${code}`).toBe(true);
      }
    }
  }
});
