/** Objects of an R2 bucket through its S3 API, which has no limit of requests, unlike Cloudflare's own API. */
import { openAsBlob } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import type { Bucket } from "./place.ts";
import { type Credentials, signRequest } from "./sign-request.ts";

export interface BucketAddress extends Credentials {
  /** The S3 address of the account. */
  endpoint: string;
  bucket: string;
}

const Settings = z.object({
  R2_ACCESS_KEY_ID: z.string().min(1),
  R2_SECRET_ACCESS_KEY: z.string().min(1),
});

const EMPTY_SHA256 = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
const MAX_ATTEMPTS = 4;
const FIRST_DELAY_MS = 500;

/** @throws Error that names the missing settings. */
export function readBucketAddress(env: NodeJS.ProcessEnv, accountId: string, bucket: string): BucketAddress {
  const settings = Settings.safeParse(env);
  if (!settings.success) {
    const names = settings.error.issues.map(({ path }) => path.join(".")).join(", ");
    throw new Error(`Set ${names}: an R2 API token (docs/operations.md, “Backups”).`);
  }
  const { R2_ACCESS_KEY_ID, R2_SECRET_ACCESS_KEY } = settings.data;
  return {
    endpoint: `https://${accountId}.r2.cloudflarestorage.com`,
    accessKeyId: R2_ACCESS_KEY_ID,
    secretAccessKey: R2_SECRET_ACCESS_KEY,
    region: "auto",
    bucket,
  };
}

async function attempt(
  address: BucketAddress,
  method: string,
  key: string,
  body?: { blob: Blob; sha256: string },
): Promise<Response> {
  const url = new URL(`${address.endpoint}/${address.bucket}/${key}`);
  const request = { method, url, payloadSha256: body?.sha256 ?? EMPTY_SHA256 };
  const { host: _, ...headers } = signRequest(address, request, new Date());
  return fetch(url, { method, headers, ...(body ? { body: body.blob } : {}) });
}

function isTemporary({ status }: Response): boolean {
  return status === 429 || status >= 500;
}

/** Sends the request, and again after a failure that may pass. */
async function send(...request: Parameters<typeof attempt>): Promise<Response> {
  for (let tries = 1; ; tries++) {
    const response = await attempt(...request).catch((error) => {
      if (tries === MAX_ATTEMPTS) throw error;
      return null;
    });
    if (response && (tries === MAX_ATTEMPTS || !isTemporary(response))) return response;
    await response?.body?.cancel();
    await sleep(FIRST_DELAY_MS * 2 ** (tries - 1));
  }
}

async function refuse(response: Response, { bucket }: BucketAddress): Promise<never> {
  const code = /<Code>(\w+)<\/Code>/.exec(await response.text())?.[1] ?? "";
  throw new Error(`R2 refused a request for the bucket ${bucket}: ${response.status} ${code}`);
}

/** Null when there is no such object. */
async function readObject(address: BucketAddress, key: string): Promise<ReadableStream<Uint8Array> | null> {
  const response = await send(address, "GET", key);
  if (response.ok && response.body) return response.body;
  if (response.status !== 404) return refuse(response, address);
  const text = await response.text();
  if (text.includes("NoSuchBucket")) throw new Error(`The account has no bucket ${address.bucket}.`);
  return null;
}

/** R2 compares the body with the checksum. */
async function writeObject(
  address: BucketAddress,
  key: string,
  file: { path: string; sha256: string },
): Promise<void> {
  const blob = await openAsBlob(file.path);
  const response = await send(address, "PUT", key, { blob, sha256: file.sha256 });
  if (!response.ok) await refuse(response, address);
  await response.body?.cancel();
}

export function openBucket(address: BucketAddress): Bucket {
  return {
    read: (key) => readObject(address, key),
    write: (key, file) => writeObject(address, key, file),
  };
}
