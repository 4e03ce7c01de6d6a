import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, onTestFinished, test, vi } from "vitest";
import { ApiKeyResponse } from "#contract/account/private-keys.ts";
import { JobCreated } from "#contract/job/view.ts";
import { confirmEmail } from "#store/accounts/accounts.ts";
import { newApiKey } from "#store/keys/api-key-format.ts";
import { apiKeys, jobs, mails } from "#store/schema.ts";
import { readKeys } from "#store/secrets/keys.ts";
import { mailboxHash } from "#store/secrets/mailbox.ts";
import { newestSeal, unseal } from "#store/secrets/sealing.ts";
import { replaceSealed, SEALED_COLUMNS } from "#store/sweep/sealed-columns.ts";
import { addAccount, addJob, creditsOf } from "#store/test-account.ts";
import { app } from "./app.ts";
import { isReceiptOf, receiptFor } from "./auth/receipt.ts";
import { fileLink, opensFile } from "./files/link.ts";
import { deliver } from "./mail/deliver.ts";
import { compose } from "./mail/outbox.ts";
import { sweep } from "./sweep/index.ts";
import { RESEAL_TASKS, reportOlderKeys } from "./sweep/reseal.ts";
import { db, newCaller, newClientAddress, ORIGIN } from "./test-caller.ts";
import { codeOf, passFirstStep, withTotp } from "./test-second-factor.ts";
import { newEmail, sessionOf, signedIn } from "./test-session.ts";
import { originOfToken, signJobToken } from "./widget/token.ts";

type Secret = "SEALING_KEY" | "JOB_SEALING_KEY" | "SIGNING_KEY";

const newKey = () => btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(32))));

/** The Worker's environment at each step of a rotation, as the guide describes it. */
function stepsOf(secret: Secret) {
  const [old, fresh] = [env[secret], newKey()];
  const withKeys = (value: string): Env => Object.create(env, { [secret]: { value } });
  return {
    before: withKeys(old),
    prepared: withKeys(`${old} ${fresh}`),
    switched: withKeys(`${fresh} ${old}\n`),
    after: withKeys(fresh),
    wrong: withKeys(`${fresh} ${newKey()}`),
  };
}

async function send(bindings: Env, method: string, path: string, headers: object, body?: unknown) {
  const context = createExecutionContext();
  const request = new Request(`${ORIGIN}/api/v1${path}`, {
    method,
    headers: {
      "cf-connecting-ip": newClientAddress(),
      "content-type": "application/json",
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const response = await app.fetch(request, bindings, context);
  await waitOnExecutionContext(context);
  return response;
}

async function keyOf(bindings: Env, token: string): Promise<string | number> {
  const response = await send(bindings, "GET", "/user/api-key", { authorization: `Bearer ${token}` });
  return response.ok ? ApiKeyResponse.parse(await response.json()).api_key.key : response.status;
}

/** A signed-in account whose API key is sealed with the keys of before the rotation. */
async function keyOwner() {
  const user = await signedIn();
  const { key, row } = await newApiKey(env.SEALING_KEY);
  await db.insert(apiKeys).values({ ...row, accountId: user.accountId, createdAt: Date.now() });
  return { ...user, key, id: row.id };
}

async function sealedOf(id: string): Promise<string> {
  const [row] = await db.select().from(apiKeys).where(eq(apiKeys.id, id));
  return row?.sealed ?? "";
}

/** The events that are logged from now on, each with its table. */
function watchLog() {
  const events: string[] = [];
  for (const level of ["info", "error"] as const) {
    const spy = vi.spyOn(console, level).mockImplementation((line) => {
      const { event, table } = JSON.parse(line);
      if (event) events.push(`${event} ${table}`);
    });
    onTestFinished(() => spy.mockRestore());
  }
  return events;
}

test("SEALING_KEY: owners read their API keys at each step, and the sweep makes the old key unused", async () => {
  const { before, prepared, switched, after } = stepsOf("SEALING_KEY");
  const [early, late] = [await keyOwner(), await keyOwner()];
  for (const step of [before, prepared, switched]) expect(await keyOf(step, early.token)).toBe(early.key);
  expect(await keyOf(after, early.token)).toBe(500);

  const events = watchLog();
  await sweep(switched, Date.now());
  expect(events).toContain("older_key_unused api_keys");
  expect(await keyOf(after, early.token)).toBe(early.key);
  // A version of the Worker that still prefers the old key reads what the sweep has sealed.
  expect(await keyOf(prepared, late.token)).toBe(late.key);
  events.length = 0;
  await sweep(after, Date.now());
  expect(events).toEqual([]);
});

test("SEALING_KEY: codes of authenticator apps work at each step, after the sweep without the old key", async () => {
  const { before, prepared, switched, after } = stepsOf("SEALING_KEY");
  const { email, secret } = await withTotp();
  const { token } = await passFirstStep(email);
  const statusOf = async (step: Env, code: string) =>
    (await send(step, "POST", "/auth/second-factor", {}, { token, code })).status;
  const wrong = codeOf(secret, 1) === "000000" ? "000001" : "000000";
  for (const step of [before, prepared, switched]) expect(await statusOf(step, wrong)).toBe(403);
  expect(await statusOf(after, wrong)).toBe(500);
  const events = watchLog();
  await sweep(switched, Date.now());
  expect(events).toContain("older_key_unused totp_secrets");
  expect(await statusOf(after, codeOf(secret, 1))).toBe(200);
});

test("a sweep that crashes between two rows continues, and changes no key that was replaced meanwhile", async () => {
  const { switched, after } = stepsOf("SEALING_KEY");
  const owners = [await keyOwner(), await keyOwner(), await keyOwner()];
  const [task] = RESEAL_TASKS;
  const unfinished = Object.create(db, {
    insert: {
      value: () => {
        throw new Error("killed before the position was stored");
      },
    },
  });
  await expect(task?.run(switched, unfinished, 0, 1)).rejects.toThrow("killed");
  const rows = await db.$count(apiKeys);
  for (let run = 0; run <= rows; run++) await task?.run(switched, db, 0, 1);
  for (const { token, key } of owners) expect(await keyOf(after, token)).toBe(key);

  const [column] = SEALED_COLUMNS;
  const id = owners[0]?.id ?? "";
  await db.update(apiKeys).set({ sealed: "" }).where(eq(apiKeys.id, id));
  if (column) await replaceSealed(db, column, [{ id, text: "late" }], "seal");
  expect(await sealedOf(id)).toBe("");
});

test("with a wrong old key, texts stay as they are, and the log names them", async () => {
  const { before, wrong } = stepsOf("SEALING_KEY");
  const { id, key, token } = await keyOwner();
  const sealed = await sealedOf(id);
  const events = watchLog();
  await sweep(wrong, Date.now());
  expect(events).toContain("text_unopened api_keys");
  expect(events).not.toContain("older_key_unused api_keys");
  expect(await sealedOf(id)).toBe(sealed);
  expect(await keyOf(before, token)).toBe(key);
});

test("a mail that was sealed before the switch is sent, and keeps the old key in use until then", async () => {
  const { before, switched } = stepsOf("SEALING_KEY");
  const content = { template: "key_rotated", link: ORIGIN, oldKeyUntil: null } as const;
  const mail = await compose(before, { to: newEmail(), accountId: null, content });
  // Those of the tests before may still need the old key.
  await db.delete(mails);
  await db.insert(mails).values({ ...mail, createdAt: Date.now() });
  const events = watchLog();
  await reportOlderKeys(switched, db);
  expect(events).toEqual([]);
  expect(await deliver(switched, mail.id, Date.now())).toBeNull();
  expect((await db.select().from(mails).where(eq(mails.id, mail.id)))[0]?.sentAt).not.toBeNull();
  await reportOlderKeys(switched, db);
  expect(events).toEqual(["older_key_unused mails"]);
});

test("JOB_SEALING_KEY: either Worker can be the first at each step, and a repeated request finds its job", async () => {
  const { before, prepared, switched, after } = stepsOf("JOB_SEALING_KEY");
  const caller = await newCaller({ tier: "pro" });
  const options = { headers: { "X-Token": "hunter2" } };
  const create = async (api: Env, name: string) => {
    const headers = { "x-api-key": caller.key, "idempotency-key": name };
    const response = await send(api, "POST", "/jobs", headers, { url: "https://www.iana.org/", options });
    return JobCreated.parse(await response.json()).jobId;
  };
  for (const [api, render] of [
    [before, prepared],
    [prepared, before],
    [prepared, switched],
    [switched, prepared],
    [switched, after],
    [after, switched],
  ] as const) {
    const id = await create(api, crypto.randomUUID());
    const [row] = await db.select().from(jobs).where(eq(jobs.id, id));
    expect(JSON.parse(await unseal(row?.secrets ?? "", id, render.JOB_SEALING_KEY))).toEqual(options);
  }
  const id = await create(before, "one");
  for (const step of [prepared, switched]) expect(await create(step, "one")).toBe(id);

  const events = watchLog();
  await reportOlderKeys(switched, db);
  expect(events).toEqual([]);
  await db.update(jobs).set({ status: "canceled", secrets: null });
  await reportOlderKeys(switched, db);
  expect(events).toEqual(["older_key_unused jobs"]);
});

test("SIGNING_KEY: links, job tokens and receipts of the old key are valid until it is removed", async () => {
  const { before, prepared, switched, after } = stepsOf("SIGNING_KEY");
  const registration = { email: newEmail(), passwordHash: "hash" };
  const signedBy = async (signer: Env) => ({
    link: new URL(await fileLink(signer, "job_1", 60)).searchParams.get("token") ?? "",
    jobToken: await signJobToken(signer, "job_1", ORIGIN),
    receipt: receiptFor(signer, registration),
  });
  const validity = async (signer: Env, reader: Env) => {
    const { link, jobToken, receipt } = await signedBy(signer);
    const valid = [
      await opensFile(reader, "job_1", link, "file"),
      (await originOfToken(reader, "job_1", jobToken)) === ORIGIN,
      isReceiptOf(reader, registration, receipt),
    ];
    expect(new Set(valid).size, "all are valid, or none").toBe(1);
    return valid[0];
  };
  for (const [signer, reader, isValid] of [
    [before, prepared, true],
    [before, switched, true],
    [switched, prepared, true],
    [prepared, switched, true],
    [switched, after, true],
    [before, after, false],
    [after, before, false],
  ] as const)
    expect(await validity(signer, reader)).toBe(isValid);
});

test("an account of a mailbox continues with the credits that were remembered under any of the keys", async () => {
  const { before, switched } = stepsOf("SIGNING_KEY");
  const email = newEmail();
  const deleteUnder = async (step: Env, accountId: string) => {
    const authorization = `Bearer ${await sessionOf(accountId)}`;
    expect((await send(step, "DELETE", "/user/account", { authorization })).status).toBe(204);
  };
  const confirmUnder = async (step: Env) => {
    const id = await addAccount(db, Date.now(), { email, emailConfirmedAt: null });
    await confirmEmail(db, { id, mailbox: mailboxHash(email, step.SIGNING_KEY) }, Date.now());
    return id;
  };
  await deleteUnder(before, await addAccount(db, Date.now(), { email, creditsUsed: 20 }));
  const second = await confirmUnder(switched);
  expect(await creditsOf(db, second)).toEqual({ used: 20, ledger: 20 });
  await addJob(db, second, Date.now());
  await deleteUnder(switched, second);
  expect(await creditsOf(db, await confirmUnder(switched))).toEqual({ used: 21, ledger: 21 });
});

test("the texts of a key name it, but do not reveal it", async () => {
  const [key] = readKeys(env.SEALING_KEY);
  expect(newestSeal(env.SEALING_KEY)).toMatch(/^v2\.[0-9a-f]{8}\.$/);
  expect(Buffer.from(key.bytes).toString("hex")).not.toContain(key.id);
  expect(() => readKeys(" ")).toThrow();
});
