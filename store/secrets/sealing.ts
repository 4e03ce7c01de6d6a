/** What D1 holds but must not be able to read: AES-256-GCM under SEALING_KEY, which only the Workers have. */
import { Buffer } from "node:buffer";

const IV_BYTES = 12;
const VERSION = "v1";

function importKey(sealingKey: string, usage: "encrypt" | "decrypt"): Promise<CryptoKey> {
  const bytes = Buffer.from(sealingKey, "base64");
  if (bytes.length !== 32) throw new Error("SEALING_KEY must be 32 bytes in base64.");
  return crypto.subtle.importKey("raw", bytes, "AES-GCM", false, [usage]);
}

/**
 * Seals `text` so that it opens only with the same `context` (the id of the row it stands in):
 * a sealed value copied into another row stays shut.
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

/** Reads what `seal` wrote. Throws when the key or the context is another, or the text was changed. */
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
