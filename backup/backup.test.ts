import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { newDeployment, summary, tinyBuild } from "../dev/cloudflare/sample-deployment.ts";
import { localSecrets } from "../dev/data/secrets.ts";
import { apply, plan } from "../tools/deploy/deployment.ts";
import { runWrangler } from "../tools/deploy/wrangler.ts";
import { listen } from "../tools/listen.ts";
import { makePlaces } from "./arguments.ts";
import { backUp } from "./backup.ts";
import { openBucket } from "./bucket.ts";
import { openDeployed } from "./deployed.ts";
import { BackupFolder } from "./folder.ts";
import { openState } from "./local.ts";
import type { Place } from "./place.ts";
import { restore } from "./restore.ts";
import { makeState, type TestState } from "./test-state.ts";

const root = await mkdtemp(join(tmpdir(), "platen-keep-"));
let state: TestState;
let source: Place;

beforeAll(async () => {
  state = await makeState(join(root, "source"));
  source = await openState(join(root, "source"));
});

afterAll(async () => {
  await source.close();
  await rm(root, { recursive: true });
});

async function emptyPlace(name: string): Promise<Place> {
  const place = await openState(join(root, name));
  onTestFinished(() => place.close());
  return place;
}

function folderOf(name: string): BackupFolder {
  return new BackupFolder(join(root, name));
}

/** The whole database as SQL. */
async function dump(place: Place): Promise<string> {
  const file = join(root, "dump.sql");
  await place.exportSql(file);
  return readFile(file, "utf8");
}

async function objectsOf(place: Place): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const key of state.objects.keys()) {
    const body = await place.read(key);
    if (body) found.set(key, await new Response(body).text());
  }
  return found;
}

/** Looks empty, also after it was written. Records what is written. */
function emptyTarget() {
  const written: string[] = [];
  const target: Place = {
    ...source,
    query: async () => [],
    runAll: async () => void written.push("rows"),
    write: async (name) => void written.push(name),
  };
  return { target, written };
}

/** A complete backup of the source in a new folder. */
async function newBackup(name: string): Promise<BackupFolder> {
  const folder = folderOf(name);
  await backUp(source, folder);
  return folder;
}

test("a restored service has every row, and each file that a row needs", async () => {
  const folder = folderOf("whole");
  const { manifest, copied, wrongAccounts } = await backUp(source, folder);
  expect(manifest.database.rows).toMatchObject({ accounts: 1, jobs: 5, sessions: 1, ledger: 5 });
  expect(manifest.objects).toMatchObject({ count: state.objects.size, missing: [] });
  expect({ copied, wrongAccounts }).toEqual({ copied: state.objects.size, wrongAccounts: [] });

  const target = await emptyPlace("restored");
  await restore(target, folder);
  expect(await dump(target)).toBe(await dump(source));
  expect(await objectsOf(target)).toEqual(state.objects);
  expect(await target.read("lists/1/ads")).toBeNull();
  await expect(restore(target, folder)).rejects.toThrow(/The database is not empty: it has \d+ tables/);
});

test("a backup contains neither an API key nor a secret of the Workers, and only its owner can read it", async () => {
  const folder = await newBackup("private");
  const { SEALING_KEY, SIGNING_KEY } = localSecrets();
  const secrets = [state.account.apiKey, state.account.password, SEALING_KEY, SIGNING_KEY];
  const files = (await readdir(folder.path, { recursive: true, withFileTypes: true })).filter((file) =>
    file.isFile(),
  );
  expect(files.length).toBeGreaterThan(state.objects.size);
  for (const { parentPath, name } of files) {
    const file = join(parentPath, name);
    // Windows has no such rights.
    if (process.platform !== "win32") expect((await stat(file)).mode & 0o077).toBe(0);
    const bytes = await readFile(file);
    for (const secret of secrets) expect(bytes.includes(secret)).toBe(false);
  }
});

test("a backup that was killed continues, and a later one copies only what is new", async () => {
  const folder = folderOf("killed");
  let left = 2;
  const dying: Place = {
    ...source,
    read: (key) => (left-- > 0 ? source.read(key) : Promise.reject(new Error("killed"))),
  };
  await expect(backUp(dying, folder)).rejects.toThrow("killed");
  await expect(restore(source, folder)).rejects.toThrow("no complete backup");
  // The line of an object that was written when the process died.
  await writeFile(join(folder.path, "objects.jsonl"), '\n{"key":"results/job', { flag: "a" });
  expect((await backUp(source, folder)).copied).toBe(state.objects.size - 2);
  expect((await backUp(source, folder)).copied).toBe(0);
});

test("a file that is gone when it is copied is named, and the other files are restored", async () => {
  const [gone = ""] = state.objects.keys();
  const folder = folderOf("gone");
  const place: Place = { ...source, read: async (key) => (key === gone ? null : source.read(key)) };
  expect((await backUp(place, folder)).manifest.objects.missing).toEqual([gone]);
  const { target, written } = emptyTarget();
  await expect(restore(target, folder)).rejects.toThrow("has undefined rows");
  expect(written).toHaveLength(state.objects.size);
  expect(written).not.toContain(gone);
});

test.each(["an object", "the database"])("damage in %s is found before anything is written", async (part) => {
  const folder = await newBackup(`damaged ${part}`);
  const [key = ""] = state.objects.keys();
  const manifest = await folder.readManifest();
  const file =
    part === "an object" ? folder.objectFile(key) : folder.databaseFile(manifest?.database.file ?? "");
  const bytes = await readFile(file);
  bytes[5] = (bytes[5] ?? 0) ^ 1;
  await writeFile(file, bytes);
  const { target, written } = emptyTarget();
  await expect(restore(target, folder)).rejects.toThrow("is damaged: its checksum differs");
  expect(written).toEqual([]);
});

/** R2's S3 API in memory. Each request fails once before it succeeds. */
async function startBucket(objects: Map<string, Buffer>) {
  const seen = new Set<string>();
  const server = createServer(async (request, response) => {
    const body = await buffer(request);
    const call = `${request.method} ${request.url}`;
    const key = (request.url ?? "").replace("/results-test/", "");
    if (!/^AWS4-HMAC-SHA256 Credential=id\//.test(request.headers.authorization ?? ""))
      return response.writeHead(403).end();
    if (!seen.has(call)) {
      seen.add(call);
      return response.writeHead(503).end();
    }
    if (request.method === "PUT") {
      objects.set(key, body);
      return response.end();
    }
    const object = objects.get(key);
    return object ? response.end(object) : response.writeHead(404).end("<Code>NoSuchKey</Code>");
  });
  const port = await listen(server);
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return openBucket({
    endpoint: `http://127.0.0.1:${port}`,
    bucket: "results-test",
    accessKeyId: "id",
    secretAccessKey: "secret",
    region: "auto",
  });
}

test("a service is restored into an empty account, deployed there with its keys, and backed up again", {
  tags: ["nightly"],
}, async () => {
  const folder = await newBackup("into an account");
  const { cloudflare, deployment } = await newDeployment(tinyBuild());
  onTestFinished(() => cloudflare.close());
  const stored = new Map<string, Buffer>();
  await expect(openDeployed(deployment, runWrangler)).rejects.toThrow("has no database platen-staging");
  await makePlaces(deployment, 1);
  const place = { ...(await openDeployed(deployment, runWrangler)), ...(await startBucket(stored)) };
  onTestFinished(() => place.close());
  await restore(place, folder);
  expect(new Map([...stored].map(([key, bytes]) => [key, bytes.toString()]))).toEqual(state.objects);
  await expect(restore(place, folder)).rejects.toThrow("The database is not empty");

  await expect(plan(deployment)).rejects.toThrow("Put your copy of the secrets at");
  const given = { SEALING_KEY: "new old", JOB_SEALING_KEY: "one", SIGNING_KEY: "two" };
  await apply({ ...deployment, given }, () => {});
  expect(summary(cloudflare).secrets.get("platen-api-staging SEALING_KEY")).toBe("new old");

  const copy = folderOf("of the account");
  expect((await backUp(place, copy)).copied).toBe(state.objects.size);
  const target = await emptyPlace("from the account");
  await restore(target, copy);
  expect(await dump(target)).toBe(await dump(source));
});
