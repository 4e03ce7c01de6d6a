/**
 * Encrypts what D1 stores but must not read: AES-256-GCM with a key that only the Workers have. SEALING_KEY is worker-api's
 * alone; JOB_SEALING_KEY, for secrets of jobs, is also worker-render's.
 */
import { Buffer } from "node:buffer";

const IV_BYTES = 12;
const VERSION = "v1";

function importKey(sealingKey: string, usage: "encrypt" | "decrypt"): Promise<CryptoKey> {
  const bytes = Buffer.from(sealingKey, "base64");
  if (bytes.length !== 32) throw new Error("A sealing key must be 32 bytes in base64.");
  return crypto.subtle.importKey("raw", bytes, "AES-GCM", false, [usage]);
}

/**
 * Encrypts `text`. `context` is the id of its row: a value copied into another row does not decrypt. `sealingKey` is 32
 * bytes in base64.
 */
export async function seal(text: string, context: string, sealingKey: string): Promise<string> {
  const key = await importKey(sealingKey, "encrypt");
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
  const encoder = new TextEncoder();
  const sealed = await crypto.subtle.encrypt(
    { name: "AES-GCM", iv, additionalData: encoder.encode(context) },
    key,
    encoder.encode(text),
  );
  return `${VERSION}.${Buffer.concat([iv, new Uint8Array(sealed)]).toString("base64url")}`;
}

/** Decrypts what `seal` returned. Throws when the key or the context is different, or the text was changed. */
export async function unseal(sealed: string, context: string, sealingKey: string): Promise<string> {
  const [version, body] = sealed.split(".");
  if (version !== VERSION || body === undefined) throw new Error("Not a sealed text of a known version.");
  const bytes = Buffer.from(body, "base64url");
  const key = await importKey(sealingKey, "decrypt");
  const opened = await crypto.subtle.decrypt(
    { name: "AES-GCM", iv: bytes.subarray(0, IV_BYTES), additionalData: new TextEncoder().encode(context) },
    key,
    bytes.subarray(IV_BYTES),
  );
  return new TextDecoder().decode(opened);
}
