import { describe, expect, test } from "vitest";
import { createResolver } from "./resolver.ts";

type Records = Record<string, { A?: string[]; AAAA?: string[]; cname?: string; ttl?: number }>;

/** A DNS-over-HTTPS server with the given names. It records the queries in `asked`. */
function dnsServer(records: Records) {
  const asked: string[] = [];
  const send: typeof fetch = async (input) => {
    const { searchParams } = new URL(input instanceof Request ? input.url : input);
    const name = searchParams.get("name") ?? "";
    const type = searchParams.get("type") === "AAAA" ? "AAAA" : "A";
    asked.push(`${name} ${type}`);
    const record = records[name];
    if (!record) return Response.json({ Status: 3 });
    const TTL = record.ttl ?? 300;
    const alias = record.cname ? [{ name, type: 5, TTL, data: record.cname }] : [];
    const addresses = (record[type] ?? []).map((data) => ({ name, type: type === "A" ? 1 : 28, TTL, data }));
    return Response.json({ Status: 0, Answer: [...alias, ...addresses] });
  };
  return { asked, send };
}

const ENDPOINT = "https://names.example/dns-query";

describe("a host name", () => {
  const { send } = dnsServer({
    "public.example": { A: ["93.184.216.34"], AAAA: ["2606:2800:220:1:248:1893:25c8:1946"] },
    "alias.example": { cname: "public.example.", A: ["93.184.216.34"] },
    "loopback.example": { A: ["127.0.0.1"] },
    "mixed.example": { A: ["93.184.216.34", "10.0.0.1"] },
    "six.example": { A: ["93.184.216.34"], AAAA: ["::1"] },
    "mapped.example": { AAAA: ["::ffff:169.254.169.254"] },
    "empty.example": { cname: "nowhere.example." },
  });
  const resolve = createResolver(ENDPOINT, send);

  test.each([
    ["public.example", "public"],
    ["alias.example", "public"],
    ["loopback.example", "private"],
    ["mixed.example", "private"],
    ["six.example", "private"],
    ["mapped.example", "private"],
    ["empty.example", "unknown"],
    ["missing.example", "unknown"],
    ["93.184.216.34", "public"],
    ["[::1]", "private"],
  ])("%s is %s", async (hostname, verdict) => {
    expect(await resolve(hostname)).toBe(verdict);
  });
});

test("a result is cached until its records expire", async () => {
  const { asked, send } = dnsServer({
    "long.example": { A: ["93.184.216.34"] },
    "zero.example": { A: ["93.184.216.34"], ttl: 0 },
  });
  const resolve = createResolver(ENDPOINT, send);
  await Promise.all([resolve("long.example"), resolve("long.example")]);
  await resolve("long.example");
  expect(asked).toEqual(["long.example A", "long.example AAAA"]);
  await resolve("zero.example");
  await resolve("zero.example");
  expect(asked.filter((question) => question.startsWith("zero"))).toHaveLength(4);
});

test("a resolver that fails is an error for the request, and is asked again for the next one", async () => {
  const { send } = dnsServer({ "public.example": { A: ["93.184.216.34"] } });
  let isUp = false;
  const resolve = createResolver(ENDPOINT, async (input, init) =>
    isUp ? send(input, init) : new Response("busy", { status: 503 }),
  );
  await expect(resolve("public.example")).rejects.toThrow("503");
  isUp = true;
  expect(await resolve("public.example")).toBe("public");
});
