/** Why a conversion failed: a code for the developer, and one of a few sentences for the visitor. */
import type { RequestErrorCode } from "#contract/errors.ts";
import type { Sentence } from "./languages.ts";

/** Codes of the button itself. `offline`: no response came. */
type OwnCode = "offline" | "page_unknown" | "cannot_save";

/** Sentence for each error code. Other errors may be temporary: "retry". */
const SENTENCES: Readonly<Record<string, Sentence>> = {
  credits_exhausted: "limit",
  spending_cap_reached: "limit",
  too_many_failures: "limit",
  key_quota_reached: "limit",
  origin_not_authorized: "page",
  target_not_authorized: "page",
  blocked_target: "page",
  email_unverified: "page",
  public_key_invalid: "page",
  not_found: "page",
  invalid_request: "page",
  rate_limited: "wait",
  offline: "offline",
  page_unknown: "page",
  cannot_save: "page",
} satisfies Partial<Record<RequestErrorCode | OwnCode, Sentence>>;

export class Failure extends Error {
  readonly code: string;
  readonly sentence: Sentence;
  /** When another try can succeed, for the sentence "wait". */
  readonly retryAfterSeconds: number;

  constructor(code: string, message: string, sentence = SENTENCES[code] ?? "retry", retryAfterSeconds = 60) {
    super(message);
    this.code = code;
    this.sentence = sentence;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}
