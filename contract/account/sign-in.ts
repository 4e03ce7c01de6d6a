/** Registration, sign-in and mailed links: bodies of `/auth`, and the sign-in sessions of `/user/sessions`. */
import { z } from "zod";
import { Email } from "../email.ts";
import { LIMITS } from "../limits.ts";
import { isPasswordLongEnough, SENTENCES } from "../sentences.ts";
import { MAX_TURNSTILE_TOKEN_CHARS } from "../turnstile.ts";

const utf8 = new TextEncoder();

/** At least 8 characters (code points), at most 128 bytes, any Unicode. */
const Password = z
  .string()
  .refine(isPasswordLongEnough, { message: SENTENCES.passwordTooShort })
  .refine((text) => utf8.encode(text).length <= LIMITS.passwordMaxBytes, {
    message: `Password must be at most ${LIMITS.passwordMaxBytes} bytes long`,
  });

/** Required while the service uses Turnstile, else ignored. */
export const TurnstileToken = z
  .string()
  .max(MAX_TURNSTILE_TOKEN_CHARS)
  .optional()
  .meta({ description: "Turnstile's token, if the service uses Turnstile" });

export const RegisterRequest = z.strictObject({
  email: Email.meta({ description: "Address of the account. It gets the verification link" }),
  password: Password.meta({ description: "Password of the account" }),
  turnstile_token: TurnstileToken,
});
export const LoginRequest = z.strictObject({
  email: Email.meta({ description: "Address of the account" }),
  password: z.string().min(1).meta({ description: "Password of the account" }),
});
export const EmailRequest = z.strictObject({
  email: Email.meta({ description: "Address of the account. It gets the link" }),
  turnstile_token: TurnstileToken,
});
/** Consumes a mailed token: `POST /auth/verify` and `POST /auth/magic-link/consume`. */
export const TokenRequest = z.strictObject({
  token: z.string().min(1).max(200).meta({ description: "Token of the mailed link, after `#token=`" }),
});
/** `POST /auth/verify`. */
export const VerifyRequest = TokenRequest.extend({
  receipt: z.string().max(100).optional().meta({
    description: "Receipt of the registration. With it, the response has a sign-in session",
  }),
});
export const ResetRequest = TokenRequest.extend({
  password: Password.meta({ description: "The new password" }),
});
export const PasswordChange = z.strictObject({
  current_password: z.string().meta({ description: "The password until now" }),
  new_password: Password.meta({ description: "The new password. It ends all other sign-in sessions" }),
});

/** Body of `POST /auth/change-email`. */
export const EmailChange = z.strictObject({ email: Email.meta({ description: "The new address" }) });
export const EmailConfirmed = z.object({
  message: z.string().meta({ description: "A sentence for the user" }),
  changed: z
    .boolean()
    .meta({ description: "Whether both mailboxes have confirmed, so that the address is changed" }),
});
export const PendingEmailChange = z.object({
  email_change: z
    .object({
      email: z.string().meta({ description: "The new address" }),
      old_confirmed: z.boolean().meta({ description: "Whether the old mailbox has confirmed" }),
      new_confirmed: z.boolean().meta({ description: "Whether the new mailbox has confirmed" }),
      expires_at: z.iso.datetime().meta({ description: "When the two links stop working" }),
    })
    .nullable()
    .meta({ description: "The change that waits for confirmation; null without one" }),
});
export type PendingEmailChange = z.infer<typeof PendingEmailChange>;

/** `{message}`: a sentence that the page shows. */
export const Message = z
  .object({ message: z.string().meta({ description: "A sentence for the user" }) })
  .meta({ id: "Message" });

/** `receipt` shows later that the same browser registered. */
export const Registered = Message.extend({
  receipt: z.string().meta({ description: "Proves to `POST /auth/verify` that the same browser registered" }),
}).meta({ id: "Registered" });

/** A new sign-in session. `token` goes into the header `Authorization: Bearer`. */
export const Session = z
  .object({
    token: z.string().meta({ description: "Goes into the header `Authorization: Bearer`" }),
    expires_at: z.iso.datetime().meta({ description: "When the session ends without further requests" }),
  })
  .meta({ id: "Session", description: "A sign-in session; null if the request starts none" });
export type Session = z.infer<typeof Session>;

/** The address is verified. `session`: null without the receipt of the registration. */
export const Verified = Message.extend({
  session: Session.nullable().meta({ description: "null without the receipt of the registration" }),
}).meta({ id: "Verified" });

/** One of the user's sign-in sessions. */
const SessionInfo = z
  .object({
    id: z.string().meta({ description: "ID of the session" }),
    user_agent: z.string().meta({ description: "Browser that signed in, as it names itself" }),
    created_at: z.iso.datetime().meta({ description: "Time of the sign-in" }),
    seen_at: z.iso.datetime().meta({ description: "Time of the last request, to the hour" }),
    expires_at: z.iso.datetime().meta({ description: "When the session ends without further requests" }),
    current: z.boolean().meta({ description: "True for the session that sent this request" }),
  })
  .meta({ id: "SessionInfo" });
export const SessionList = z.object({
  sessions: z.array(SessionInfo).meta({ description: "All sign-in sessions of the user" }),
});
export type SessionList = z.infer<typeof SessionList>;
