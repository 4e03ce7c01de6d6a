/** Two-step sign-in: request and response bodies of authenticator apps, passkeys and recovery codes. */
import { z } from "zod";
import { LIMITS } from "../limits.ts";
import { SENTENCES } from "../sentences.ts";
import { ownName } from "./own-name.ts";
import type { Session } from "./sign-in.ts";

const SECOND_FACTORS = ["totp", "passkey"] as const;
export type SecondFactor = (typeof SECOND_FACTORS)[number];

const TotpCode = z.string().regex(/^\d{6}$/, SENTENCES.codeMalformed);
const RecoveryCode = z.string().min(1).max(100);
/** Binary data of WebAuthn. The largest field, an attestation, has a few kilobytes. */
const Base64Url = z
  .string()
  .max(20_000)
  .regex(/^[\w-]+$/);

const Credential = {
  id: Base64Url.meta({ description: "ID of the credential, as the browser returns it" }),
  rawId: Base64Url.meta({ description: "The same ID, as WebAuthn repeats it" }),
  type: z.literal("public-key").meta({ description: "WebAuthn's only type" }),
};

/** What the browser returns when a passkey signs a challenge: WebAuthn's `AuthenticationResponseJSON`. */
const PasskeyProof = z
  .object({
    ...Credential,
    response: z
      .object({
        clientDataJSON: Base64Url.meta({ description: "What the browser signed for, in Base64url" }),
        authenticatorData: Base64Url.meta({ description: "State of the authenticator, in Base64url" }),
        signature: Base64Url.meta({ description: "The signature, in Base64url" }),
        userHandle: Base64Url.optional().meta({
          description: "ID of the user in the authenticator, in Base64url",
        }),
      })
      .meta({ description: "The signed challenge" }),
  })
  .meta({ id: "PasskeyProof" });
export type PasskeyProof = z.infer<typeof PasskeyProof>;

/** What the browser returns when it has made a passkey: WebAuthn's `RegistrationResponseJSON`. */
const NewCredential = z
  .object({
    ...Credential,
    response: z
      .object({
        clientDataJSON: Base64Url.meta({ description: "What the browser made it for, in Base64url" }),
        attestationObject: Base64Url.meta({ description: "The new public key, in Base64url" }),
        transports: z
          .array(z.string().max(50))
          .max(10)
          .optional()
          .meta({ description: "How the browser can reach the authenticator" }),
      })
      .meta({ description: "The new key" }),
  })
  .meta({
    id: "NewCredential",
    description: "The new passkey, as the browser returns it: WebAuthn's `RegistrationResponseJSON`",
  });
export type NewCredential = z.infer<typeof NewCredential>;

/** One of the three. */
const FACTOR_PROOF = {
  code: TotpCode.optional().meta({ description: "Code of the authenticator app", example: "123456" }),
  passkey: PasskeyProof.optional().meta({ description: "Response of a passkey" }),
  recovery_code: RecoveryCode.optional().meta({ description: "One of the recovery codes. Each works once" }),
};
export type FactorProof = z.infer<z.ZodObject<typeof FACTOR_PROOF>>;

function proofs({ code, passkey, recovery_code }: FactorProof): number {
  return [code, passkey, recovery_code].filter((proof) => proof !== undefined).length;
}

/** A sign-in that waits for its second step. */
export const PendingSignIn = z
  .object({
    code: z.literal("second_factor_required").meta({ description: "Signing in needs a second step" }),
    token: z
      .string()
      .meta({ description: "Names this sign-in in `POST /auth/second-factor`. Not a session" }),
    factors: z.array(z.enum(SECOND_FACTORS)).meta({ description: "A recovery code always works too" }),
    expires_at: z.iso.datetime().meta({ description: "Until when the second step is possible" }),
  })
  .meta({ id: "PendingSignIn" });
export type PendingSignIn = z.infer<typeof PendingSignIn>;

/** What signing in returns: a session, or with two-step sign-in (status 202) what waits for the second step. */
export type SignInResult = Session | PendingSignIn;

const PendingToken = z.string().min(1).max(200);
/** Body of `POST /auth/second-factor`. */
export const SecondStepRequest = z
  .strictObject({ token: PendingToken.meta({ description: "Token of the first step" }), ...FACTOR_PROOF })
  .refine((body) => proofs(body) === 1, { message: SENTENCES.oneProof });
/** Body of `POST /auth/second-factor/passkey-options`. */
export const PendingTokenRequest = z.strictObject({
  token: PendingToken.meta({ description: "Token of the first step" }),
});

/** Body of `POST /auth/confirm-password`. */
export const PasswordConfirmation = z
  .strictObject({
    password: z.string().min(1).meta({ description: "Password of the account" }),
    ...FACTOR_PROOF,
  })
  .refine((body) => proofs(body) <= 1, { message: SENTENCES.oneProof });

/** What the browser needs to ask a passkey: WebAuthn's options as JSON. */
export const PasskeyOptions = z.looseObject({
  challenge: z.string().meta({ description: "What the passkey signs, in Base64url" }),
});
export type PasskeyOptions = z.infer<typeof PasskeyOptions>;

const Passkey = z
  .object({
    id: z.string().meta({ description: "ID of the passkey" }),
    name: z.string().meta({ description: "Name of the passkey" }),
    created_at: z.iso.datetime().meta({ description: "Time of creation" }),
    last_used_at: z.iso.datetime().nullable().meta({ description: "Last use; null before the first" }),
  })
  .meta({ id: "Passkey" });
export const SecondFactorState = z
  .object({
    factors: z
      .array(z.enum(SECOND_FACTORS))
      .meta({ description: "What the account has. Empty: two-step sign-in is off" }),
    totp_since: z.iso.datetime().nullable().meta({ description: "null: no authenticator app" }),
    passkeys: z.array(Passkey).meta({ description: "Passkeys of the account" }),
    recovery_codes_left: z.number().int().meta({ description: "Recovery codes that still work" }),
  })
  .meta({ id: "SecondFactorState" });
export type SecondFactorState = z.infer<typeof SecondFactorState>;

/** A new secret. It counts once its first code has confirmed it. */
export const TotpSetup = z.object({
  secret: z.string().meta({ description: "The secret in Base32, to type into the app" }),
  uri: z.string().meta({ description: "`otpauth:` address with the secret, for a QR code" }),
});
export type TotpSetup = z.infer<typeof TotpSetup>;
export const TotpConfirmation = z.strictObject({
  code: TotpCode.meta({ description: "Code that the app shows" }),
});
export const PasskeyCreate = z.strictObject({
  name: ownName(LIMITS.passkeyNameChars).meta({
    description: "Name of the passkey, for you to recognize it",
  }),
  credential: NewCredential,
});
/** Shown once. null: the account has codes already. */
export const RecoveryCodes = z.object({
  recovery_codes: z
    .array(z.string())
    .nullable()
    .meta({ description: "Shown once. null: the account has codes already" }),
});
export type RecoveryCodes = z.infer<typeof RecoveryCodes>;
