/** Passwords at rest: scrypt. The parameters are stored with each hash, so that they can be raised later. */
import { Buffer } from "node:buffer";
import crypto from "node:crypto";

/**
 * One of OWASP's recommended sets, 16 MiB of memory per hash:
 * https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html
 */
const PARAMETERS = { N: 2 ** 14, r: 8, p: 5 } as const;
const SALT_BYTES = 16;
const HASH_BYTES = 32;

/** Workerd computes the hash on the isolate's only thread, so nothing else runs in the isolate meanwhile. */
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

/**
 * Whether `stored` is a hash of the password. For null (no account, or no password) it takes as long and returns false.
 */
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
