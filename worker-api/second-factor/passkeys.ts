/** WebAuthn: what the browser needs to make and to use a passkey, and the checks of what it returns. */
import { Buffer } from "node:buffer";
import type { NewCredential, PasskeyProof } from "#contract/account/second-factor.ts";
import { LIMITS } from "#contract/limits.ts";
import { log } from "#log/log.ts";
import { isDatabaseFault } from "#store/database-fault.ts";
import type { Db } from "#store/db.ts";
import {
  consumeChallenge,
  findPasskey,
  insertChallenge,
  listPasskeys,
  type NewPasskey,
  notePasskeyUse,
} from "#store/second-factor/passkeys.ts";
import { ApiError } from "../http/api-error.ts";

const RP_NAME = "Platen";
const CHALLENGE_MS = LIMITS.passkeyChallengeMinutes * 60_000;

type OriginEnv = Pick<Env, "PUBLIC_ORIGIN">;

/** What a challenge is for. One that was made for another act, session or sign-in is refused. */
export interface Purpose {
  accountId: string;
  act: "add" | "confirm" | "sign in";
  /** Id of the sign-in session, or hash of the pending sign-in. */
  subject: string;
}

/** Loaded by the first request that needs it: few do, and its 630 kB take time to start. */
const loadWebAuthn = () => import("./webauthn.ts");

function relyingParty(env: OriginEnv): { id: string; origin: string } {
  const { hostname, origin } = new URL(env.PUBLIC_ORIGIN);
  return { id: hostname, origin };
}

function purposeOf({ act, subject }: Purpose): string {
  return `${act} ${subject}`;
}

function storeChallenge(db: Db, purpose: Purpose, challenge: string, now: number): Promise<void> {
  return insertChallenge(db, { challenge, accountId: purpose.accountId, purpose: purposeOf(purpose) }, now);
}

function credentialsOf(rows: Awaited<ReturnType<typeof listPasskeys>>) {
  return rows.map(({ credentialId, transports }) => ({ id: credentialId, transports }));
}

/** Options with which the browser makes a passkey. */
export async function creationOptions(
  env: OriginEnv,
  db: Db,
  account: { id: string; email: string },
  purpose: Purpose,
  now: number,
) {
  const { generateRegistrationOptions } = await loadWebAuthn();
  const options = await generateRegistrationOptions({
    rpName: RP_NAME,
    rpID: relyingParty(env).id,
    userID: new Uint8Array(Buffer.from(account.id)),
    userName: account.email,
    timeout: CHALLENGE_MS,
    attestationType: "none",
    excludeCredentials: credentialsOf(await listPasskeys(db, account.id)),
    authenticatorSelection: { residentKey: "preferred", userVerification: "preferred" },
  });
  await storeChallenge(db, purpose, options.challenge, now);
  return options;
}

/** Options with which the browser asks one of the account's passkeys. */
export async function requestOptions(env: OriginEnv, db: Db, purpose: Purpose, now: number) {
  const { generateAuthenticationOptions } = await loadWebAuthn();
  const options = await generateAuthenticationOptions({
    rpID: relyingParty(env).id,
    allowCredentials: credentialsOf(await listPasskeys(db, purpose.accountId)),
    timeout: CHALLENGE_MS,
    userVerification: "preferred",
  });
  await storeChallenge(db, purpose, options.challenge, now);
  return options;
}

/** The error to throw: `passkey_refused` for any error of the library, which throws for invalid input; D1's errors as they are. */
function refusal(error: unknown): unknown {
  if (isDatabaseFault(error)) return error;
  log.info("A passkey was refused.", { error });
  return new ApiError("passkey_refused", { cause: error });
}

/**
 * Throws if the new passkey comes with certificates. We ask for none, and the library would fetch the addresses that
 * they name, which anyone can choose in certificates of their own.
 */
async function refuseCertificates({ response }: NewCredential): Promise<void> {
  const { decodeAttestationObject, isoBase64URL } = await loadWebAuthn();
  const attestation = decodeAttestationObject(isoBase64URL.toBuffer(response.attestationObject));
  const format = attestation.get("fmt");
  const isSelfSigned = format === "packed" && attestation.get("attStmt").get("x5c") === undefined;
  if (format !== "none" && !isSelfSigned) throw new Error("The attestation has certificates.");
}

/** Checks a new passkey and uses up its challenge. Throws `passkey_refused`. */
export async function checkNewPasskey(
  env: OriginEnv,
  db: Db,
  purpose: Purpose,
  { credential, name }: { credential: NewCredential; name: string },
  now: number,
): Promise<NewPasskey> {
  const { verifyRegistrationResponse } = await loadWebAuthn();
  const { id, origin } = relyingParty(env);
  const { accountId } = purpose;
  try {
    await refuseCertificates(credential);
    const { registrationInfo } = await verifyRegistrationResponse({
      response: { ...credential, clientExtensionResults: {} },
      expectedChallenge: (challenge) =>
        consumeChallenge(db, { challenge, accountId, purpose: purposeOf(purpose) }, now),
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: false,
    });
    if (!registrationInfo) throw new Error("The attestation is not valid.");
    const { credential: made } = registrationInfo;
    return {
      credentialId: made.id,
      credentialKey: Buffer.from(made.publicKey).toString("base64url"),
      counter: made.counter,
      transports: credential.response.transports ?? [],
      name,
    };
  } catch (error) {
    throw refusal(error);
  }
}

/** Checks a passkey's signature and uses up its challenge. Throws `passkey_refused`. */
export async function checkPasskey(
  env: OriginEnv,
  db: Db,
  purpose: Purpose,
  proof: PasskeyProof,
  now: number,
): Promise<void> {
  const { accountId } = purpose;
  const passkey = await findPasskey(db, accountId, proof.id);
  if (!passkey) throw new ApiError("passkey_refused");
  const { verifyAuthenticationResponse } = await loadWebAuthn();
  const { id, origin } = relyingParty(env);
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...proof, clientExtensionResults: {} },
      expectedChallenge: (challenge) =>
        consumeChallenge(db, { challenge, accountId, purpose: purposeOf(purpose) }, now),
      expectedOrigin: origin,
      expectedRPID: id,
      credential: {
        id: passkey.credentialId,
        publicKey: Buffer.from(passkey.credentialKey, "base64url"),
        counter: passkey.counter,
      },
      requireUserVerification: false,
    });
    if (!verified) throw new Error("The signature is not valid.");
    if (!(await notePasskeyUse(db, passkey, authenticationInfo.newCounter, now))) {
      throw new Error("The passkey's counter was used before.");
    }
  } catch (error) {
    throw refusal(error);
  }
}
