/**
 * Encrypts what D1 stores but must not read: AES-256-GCM with a key that only the Workers have. SEALING_KEY is worker-api's
 * alone; JOB_SEALING_KEY, for secrets of jobs, is also worker-render's. Both hold keys as keys.ts describes.
 */
import { Buffer } from "node:buffer";
import { type Key, keyNamed, readKeys } from "./keys.ts";

const IV_BYTES = 12;
const VERSION = "v2";

function importKey({ bytes }: Key, usage: "encrypt" | "decrypt"): Promise<CryptoKey> {
  if (bytes.length !== 32) throw new Error("A sealing key must be 32 bytes in base64.");
  return crypto.subtle.importKey("raw", bytes, "AES-GCM", false, [usage]);
}

/** The beginning of each text that the newest key has sealed. */
export function newestSeal(sealingKey: string): string {
  return `${VERSION}.${readKeys(sealingKey)[0].id}.`;
}

/**
 * Encrypts `text` with the newest key. `context` is the id of its row: a value copied into another row does not decrypt. A
 * column whose texts live for longer than a day needs an entry in `SEALED_COLUMNS` (store/sweep/sealed-columns.ts).
 */
export async function seal(text: string, context: string, sealingKey: string): Promise<string> {
  const key = await importKey(readKeys(sealingKey)[0], "encrypt");
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
  const encoder = new TextEncoder();
  const sealed = await crypto.subtle.encrypt(
    { name: "AES-GCM", iv, additionalData: encoder.encode(context) },
    key,
    encoder.encode(text),
  );
  return newestSeal(sealingKey) + Buffer.concat([iv, new Uint8Array(sealed)]).toString("base64url");
}

/**
 * Decrypts what `seal` returned. Throws when `sealingKey` does not have the key, the context is different, or the text was
 * changed.
 */
export async function unseal(sealed: string, context: string, sealingKey: string): Promise<string> {
  const [version, keyId, body] = sealed.split(".");
  if (version !== VERSION || body === undefined) throw new Error("Not a sealed text of a known version.");
  const bytes = Buffer.from(body, "base64url");
  const key = await importKey(keyNamed(keyId, sealingKey), "decrypt");
  const opened = await crypto.subtle.decrypt(
    { name: "AES-GCM", iv: bytes.subarray(0, IV_BYTES), additionalData: new TextEncoder().encode(context) },
    key,
    bytes.subarray(IV_BYTES),
  );
  return new TextDecoder().decode(opened);
}
