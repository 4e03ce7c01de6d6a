/** Passwords at rest: scrypt with the parameters beside the hash, so that they can be raised later. */
import { Buffer } from "node:buffer";
import crypto from "node:crypto";

/** One of OWASP's sets: 16 MiB of memory a hash. */
const PARAMETERS = { N: 2 ** 14, r: 8, p: 5 } as const;
const SALT_BYTES = 16;
const HASH_BYTES = 32;

/** Workerd computes it on the isolate's one thread: never two at once, and nothing else meanwhile. */
function derive(
  password: string,
  salt: Buffer,
  { N, r, p }: { N: number; r: number; p: number },
): Promise<Buffer> {
  return new Promise<Buffer>((resolve, reject) => {
    const options = { N, r, p, maxmem: 256 * N * r };
    // NFKC, so that the same characters typed on another keyboard are the same password (NIST SP 800-63B).
    crypto.scrypt(password.normalize("NFKC"), salt, HASH_BYTES, options, (error, hash) => {
      if (error) reject(error);
      else resolve(hash);
    });
  });
}

/** `scrypt$N$r$p$salt$hash`, salt and hash in base64url. */
export async function hashPassword(password: string): Promise<string> {
  const salt = crypto.randomBytes(SALT_BYTES);
  const hash = await derive(password, salt, PARAMETERS);
  const { N, r, p } = PARAMETERS;
  return ["scrypt", N, r, p, salt.toString("base64url"), hash.toString("base64url")].join("$");
}

/** Whether the password made `stored`. Null (no account, or no password) takes as long and is always false. */
export async function verifyPassword(password: string, stored: string | null): Promise<boolean> {
  if (stored === null) {
    await derive(password, Buffer.alloc(SALT_BYTES), PARAMETERS);
    return false;
  }
  const [, N, r, p, salt, expected] = stored.split("$");
  if (salt === undefined || expected === undefined) throw new Error("Not a stored password hash.");
  const hash = await derive(password, Buffer.from(salt, "base64url"), {
    N: Number(N),
    r: Number(r),
    p: Number(p),
  });
  return crypto.timingSafeEqual(hash, Buffer.from(expected, "base64url"));
}
