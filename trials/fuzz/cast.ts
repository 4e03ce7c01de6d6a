/** What the requests refer to, made for one run: accounts, sign-in sessions, keys, tokens, jobs with files. */
import { createServer } from "node:http";
import { PublicKeyResponse } from "#contract/account/public-keys.ts";
import { JobCreated, type JobView } from "#contract/job/view.ts";
import { randomBase62 } from "#store/secrets/base62.ts";
import { newId } from "#store/secrets/ids.ts";
import { sha256Hex } from "#store/secrets/sha256.ts";
import { createAccounts, type LocalAccount } from "../../dev/data/local-accounts.ts";
import { openLocalD1 } from "../../dev/data/local-d1.ts";
import { createJob, finishedJob } from "../../dev/job-client.ts";
import { freePort } from "../../dev/process/ports.ts";
import { listen } from "../../tools/listen.ts";

export interface Member extends LocalAccount {
  /** The token of a sign-in session. */
  signInSession: string;
}

export interface Cast {
  /** The account with the jobs and the public keys. */
  owner: Member;
  members: Member[];
  /** Accounts for calls that end a sign-in session, a key or an account. */
  expendable: Member[];
  jobIds: string[];
  /** A finished job whose result may be deleted. */
  spareJobId: string;
  keyIds: string[];
  /** A job of the owner's public key, and the token that reads it. */
  widgetJob: { jobId: string; token: string };
  /** Tokens of mailed links, of every purpose. */
  mailedTokens: string[];
  /** Links to results, with their tokens. */
  fileLinks: string[];
  /** A page that responds, and addresses that do not. */
  pages: string[];
}

/** A page that may show the button of a local account's public key. */
export const ORIGIN = "http://localhost:3000";

const LIFE_MS = 86_400_000;
const TOKEN_CHARS = 43;
const KEYS = 12;
const PURPOSES = ["verify", "magic_link", "reset"];
const JOBS = [
  { outputType: "pdf" },
  { outputType: "screenshot" },
  { outputType: "pdf", responseType: "buffer" },
  { outputType: "screenshot", screenshotOptions: { type: "jpeg" } },
  { outputType: "pdf" },
];

async function addMembers(count: number): Promise<Member[]> {
  const made: Member[] = [];
  for await (const group of createAccounts({ count, tier: "pro" })) {
    for (const account of group) made.push({ ...account, signInSession: randomBase62(TOKEN_CHARS) });
  }
  const now = Date.now();
  const rows = made.map(({ email, signInSession }) => ({
    email,
    hash: sha256Hex(signInSession),
    id: newId("ses"),
  }));
  await store(
    `insert into sessions (hash, id, account_id, created_at, seen_at, idle_expires_at, expires_at)
      select value ->> '$.hash', value ->> '$.id', a.id, ?2, ?2, ?3, ?3
      from json_each(?1) join accounts a on a.email = value ->> '$.email'`,
    [JSON.stringify(rows), now, now + LIFE_MS],
  );
  return made;
}

async function addMailedTokens(members: Member[]): Promise<string[]> {
  const tokens = members.map(({ email }, index) => {
    const token = randomBase62(TOKEN_CHARS);
    return { token, hash: sha256Hex(token), email, purpose: PURPOSES[index % PURPOSES.length] };
  });
  await store(
    `insert into mailed_tokens (hash, purpose, account_id, email, expires_at)
      select value ->> '$.hash', value ->> '$.purpose', a.id, a.email, ?2
      from json_each(?1) join accounts a on a.email = value ->> '$.email'`,
    [JSON.stringify(tokens), Date.now() + LIFE_MS],
  );
  return tokens.map(({ token }) => token);
}

async function store(sql: string, params: (string | number)[]): Promise<void> {
  const { batch, close } = await openLocalD1();
  await batch([{ sql, params }]);
  await close();
}

/** A page of one line, on loopback. */
async function startPage() {
  const server = createServer((_, response) => {
    response.writeHead(200, { "content-type": "text/html" }).end("<title>Page</title><h1>Page</h1>");
  });
  const port = await listen(server.unref(), 0, "localhost");
  return { url: `http://localhost:${port}/`, close: () => server.close() };
}

async function post(url: string, headers: Record<string, string>, body: unknown): Promise<unknown> {
  const type = { "content-type": "application/json" };
  const response = await fetch(url, {
    method: "POST",
    headers: { ...type, ...headers },
    body: JSON.stringify(body),
  });
  return response.json();
}

async function newKeyId(baseUrl: string, { signInSession }: Member): Promise<string> {
  const body = { name: "Fuzz", authorized_domains: ["localhost:*"] };
  const made = await post(
    `${baseUrl}/api/v1/public-keys`,
    { authorization: `Bearer ${signInSession}` },
    body,
  );
  return PublicKeyResponse.parse(made).public_key.id;
}

/** Makes `count` members, `count` expendable ones, and what the owner has. The caller closes the page. */
export async function gather(baseUrl: string, count: number): Promise<{ cast: Cast; close(): void }> {
  const all = await addMembers(2 * count);
  const [owner] = all;
  if (!owner) throw new Error("A run needs members.");
  const page = await startPage();
  const account = { baseUrl, apiKey: owner.apiKey };
  const finish = async (options: unknown): Promise<JobView> =>
    finishedJob(account, (await createJob(account, { url: page.url, options })).jobId);
  const [spare, ...jobs] = await Promise.all(JOBS.map(finish));
  const keyIds = await Promise.all(Array.from({ length: KEYS }, () => newKeyId(baseUrl, owner)));
  const widgetUrl = `${baseUrl}/api/v1/widget/${owner.publicKey}/jobs`;
  const widgetJob = JobCreated.parse(await post(widgetUrl, { origin: ORIGIN }, { url: page.url }));
  return {
    cast: {
      owner,
      members: all.slice(0, count),
      expendable: all.slice(count),
      jobIds: jobs.map(({ jobId }) => jobId),
      spareJobId: spare?.jobId ?? "",
      keyIds,
      widgetJob: { jobId: widgetJob.jobId, token: widgetJob.token ?? "" },
      mailedTokens: await addMailedTokens(all.slice(count)),
      fileLinks: jobs.flatMap(({ result }) => (result?.type === "url" && result.url ? [result.url] : [])),
      pages: [page.url, `http://localhost:${await freePort()}/`, "https://10.0.0.1.invalid/"],
    },
    close: page.close,
  };
}
