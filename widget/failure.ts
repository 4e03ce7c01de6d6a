/** Why a conversion failed: a code for the developer, and one of a few sentences for the visitor. */
import type { RequestErrorCode } from "#contract/errors.ts";
import type { Sentence } from "./languages.ts";

/** Sentence for each error code; `offline` means that no response came. Other errors may be temporary: "retry". */
const SENTENCES: Readonly<Record<string, Sentence>> = {
  credits_exhausted: "limit",
  key_quota_reached: "limit",
  origin_not_authorized: "page",
  target_not_authorized: "page",
  blocked_target: "page",
  email_unverified: "page",
  public_key_invalid: "page",
  not_found: "page",
  invalid_request: "page",
  offline: "offline",
} satisfies Partial<Record<RequestErrorCode | "offline", Sentence>>;

export class Failure extends Error {
  readonly code: string;
  readonly sentence: Sentence;

  constructor(code: string, message: string, sentence = SENTENCES[code] ?? "retry") {
    super(message);
    this.code = code;
    this.sentence = sentence;
  }
}
