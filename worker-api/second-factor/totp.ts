/**
 * Codes of authenticator apps: TOTP (RFC 6238) with the values that all apps know: SHA-1, 6 digits, 30 seconds. The
 * library is loaded by the first request that needs it.
 */
const ISSUER = "Platen";
const SECRET_BYTES = 20;
const STEP_SECONDS = 30;
/** Steps before and after the present one whose code is accepted, for clocks that differ. */
const WINDOW = 1;
const SHAPE = { algorithm: "SHA1", digits: 6, period: STEP_SECONDS } as const;

const loadLibrary = () => import("otpauth");

/** A new secret in Base32, and its address for a QR code. */
export async function newTotp(email: string): Promise<{ secret: string; uri: string }> {
  const { Secret, TOTP } = await loadLibrary();
  const secret = new Secret({ size: SECRET_BYTES });
  const totp = new TOTP({ ...SHAPE, issuer: ISSUER, label: email, secret });
  return { secret: secret.base32, uri: totp.toString() };
}

/** The time step whose code this is; null if it is not a present one. Compares in constant time. */
export async function stepOfCode(secret: string, code: string, now: number): Promise<number | null> {
  const { Secret, TOTP } = await loadLibrary();
  const totp = new TOTP({ ...SHAPE, secret: Secret.fromBase32(secret) });
  const delta = totp.validate({ token: code, timestamp: now, window: WINDOW });
  return delta === null ? null : totp.counter({ timestamp: now }) + delta;
}
