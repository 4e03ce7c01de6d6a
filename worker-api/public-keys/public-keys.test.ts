import { expect, test } from "vitest";
import { type PublicKey, PublicKeyList, PublicKeyResponse } from "#contract/account/public-keys.ts";
import { LIMITS } from "#contract/limits.ts";
import { SENTENCES } from "#contract/sentences.ts";
import { widgetUse } from "#store/schema.ts";
import { db } from "../test-caller.ts";
import { call, read, refusal, signedIn } from "../test-session.ts";

async function create(token: string, domains: string[], name = "My Website"): Promise<PublicKey> {
  const body = { name, authorized_domains: domains };
  const response = await call("POST", "/public-keys", { token, body });
  expect(response.status).toBe(201);
  return PublicKeyResponse.parse(await response.json()).public_key;
}

test("a key is created, listed, changed and deleted", async () => {
  const { token } = await signedIn();
  const key = await create(token, ["example.com", " ", "https://Shop.example.com/cart", "example.com"]);
  expect(key).toMatchObject({
    name: "My Website",
    authorized_domains: ["example.com", "shop.example.com"],
    restrict_targets: true,
    last_used_at: null,
  });
  expect(key.key).toMatch(/^pk_live_[0-9A-Za-z]{32}$/);

  const body = { authorized_domains: ["*.example.org", "localhost:*"] };
  const { public_key } = await read(PublicKeyResponse, "PUT", `/public-keys/${key.id}`, { token, body });
  expect(public_key).toEqual({ ...key, authorized_domains: body.authorized_domains });

  const listed = await read(PublicKeyList, "GET", "/public-keys", { token });
  expect(listed.public_keys).toEqual([public_key]);

  expect((await call("DELETE", `/public-keys/${key.id}`, { token })).status).toBe(204);
  const { public_keys } = await read(PublicKeyList, "GET", "/public-keys", { token });
  expect(public_keys).toEqual([]);
});

test("a new key uses no overage credits until its owner allows it, and keeps that when its domains change", async () => {
  const { token } = await signedIn({ tier: "starter" });
  const key = await create(token, ["example.com"]);
  expect(key.overage_enabled).toBe(false);
  for (const body of [{ overage_enabled: true }, { authorized_domains: ["example.org"] }]) {
    const { public_key } = await read(PublicKeyResponse, "PUT", `/public-keys/${key.id}`, { token, body });
    expect(public_key.overage_enabled).toBe(true);
  }
});

test("the daily limits are the plan's until the owner sets others, and the list counts today's clicks", async () => {
  const { token } = await signedIn({ tier: "starter" });
  const key = await create(token, ["example.com"]);
  expect(key).toMatchObject({ daily_limit: null, daily_visitor_limit: null, used_today: 0 });
  const today = Math.floor(Date.now() / 86_400_000);
  await db.insert(widgetUse).values([
    { keyId: key.id, visitor: "", day: today, jobs: 3 },
    { keyId: key.id, visitor: "someone", day: today, jobs: 2 },
    { keyId: key.id, visitor: "", day: today - 1, jobs: 9 },
  ]);
  const limits = { daily_limit: 40, daily_visitor_limit: 5 };
  const path = `/public-keys/${key.id}`;
  const { public_key } = await read(PublicKeyResponse, "PUT", path, { token, body: limits });
  expect(public_key).toMatchObject({ ...limits, used_today: 3 });
  const back = await read(PublicKeyResponse, "PUT", path, { token, body: { daily_limit: null } });
  expect(back.public_key).toMatchObject({ daily_limit: null, daily_visitor_limit: 5 });
  expect((await read(PublicKeyList, "GET", "/public-keys", { token })).public_keys).toEqual([
    back.public_key,
  ]);
  expect((await call("PUT", path, { token, body: { daily_limit: 0 } })).status).toBe(400);
});

test.each([
  ["no name", { name: "  ", authorized_domains: ["example.com"] }, "name", SENTENCES.keyNameMissing],
  ["no domain", { name: "Key", authorized_domains: [" "] }, "authorized_domains", SENTENCES.domainMissing],
])("a key with %s is refused with the page's own sentence", async (_, body, path, message) => {
  const { token } = await signedIn();
  const { status, body: response } = await refusal("POST", "/public-keys", { token, body });
  expect(status).toBe(400);
  expect(response.details).toEqual([{ path, message }]);
});

test("a name stays in its line, and cannot turn the direction of the sentence around it", async () => {
  const { token } = await signedIn();
  const key = await create(token, ["example.com"]);
  const path = `/public-keys/${key.id}`;
  const body = { name: "\u202eevil\nkey\u2066 \u{1f3f3}\ufe0f\u200d\u{1f308}" };
  const { public_key } = await read(PublicKeyResponse, "PUT", path, { token, body });
  expect(public_key.name).toBe("evil key  \u{1f3f3}\ufe0f\u200d\u{1f308}");
  const { body: response } = await refusal("PUT", path, { token, body: { name: "\u202e" } });
  expect(response.details).toEqual([{ path: "name", message: SENTENCES.keyNameMissing }]);
});

test("an empty change is refused with a sentence, whether or not the key exists", async () => {
  const { token } = await signedIn();
  const key = await create(token, ["example.com"]);
  for (const id of [key.id, "pub_unknown"]) {
    const { status, body } = await refusal("PUT", `/public-keys/${id}`, { token, body: {} });
    expect(status).toBe(400);
    expect(body).toMatchObject({
      code: "invalid_request",
      details: [{ message: SENTENCES.nothingToChange }],
    });
  }
  const { public_keys } = await read(PublicKeyList, "GET", "/public-keys", { token });
  expect(public_keys).toEqual([key]);
});

test("each invalid domain is listed with its row and a sentence", async () => {
  const { token } = await signedIn();
  const key = await create(token, ["example.com"]);
  const body = { authorized_domains: ["example.com", "*", "*.co.uk"] };
  const { body: response } = await refusal("PUT", `/public-keys/${key.id}`, { token, body });
  expect(response.details?.map(({ path }) => path)).toEqual(["authorized_domains.1", "authorized_domains.2"]);
});

test("an account never has more keys than allowed, even with concurrent requests", async () => {
  const { token } = await signedIn();
  const responses = await Promise.all(
    Array.from({ length: LIMITS.publicKeys + 2 }, (_, index) =>
      call("POST", "/public-keys", {
        token,
        body: { name: `Key ${index}`, authorized_domains: ["example.com"] },
      }),
    ),
  );
  const refused = responses.filter((response) => response.status === 409);
  expect(refused).toHaveLength(2);
  expect(await refused[0]?.json()).toMatchObject({ code: "too_many_keys" });
});

test("another account's key is not found", async () => {
  const owner = await signedIn();
  const other = await signedIn();
  const key = await create(owner.token, ["example.com"]);
  const body = { authorized_domains: ["evil.example"] };
  for (const [method, options] of [
    ["PUT", { body }],
    ["DELETE", {}],
  ] as const) {
    const refused = await refusal(method, `/public-keys/${key.id}`, { token: other.token, ...options });
    expect(refused).toMatchObject({ status: 404, body: { code: "not_found" } });
  }
  for (const [token, id] of [
    [other.token, key.id],
    [owner.token, "pub_unknown"],
  ] as const) {
    const refused = await refusal("GET", `/public-keys/${id}/domains`, { token });
    expect(refused).toMatchObject({ status: 404, body: { code: "not_found" } });
  }
  const { public_keys } = await read(PublicKeyList, "GET", "/public-keys", { token: owner.token });
  expect(public_keys).toEqual([key]);
});
