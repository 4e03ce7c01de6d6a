import type { ErrorBody } from "#contract/job/view.ts";

/** A failed API call: a status that is not 2xx, or 0 if no response came. */
export class CallFailure extends Error {
  readonly status: number;
  readonly code: string;
  /** Sentence of the server, if the response has one. */
  readonly sentence: string | null;
  readonly details: NonNullable<ErrorBody["details"]>;

  constructor(status: number, body: Partial<ErrorBody> & { message?: string }, cause?: unknown) {
    const sentence = body.error ?? body.message ?? null;
    super(sentence ?? `HTTP ${status}`, { cause });
    this.name = "CallFailure";
    this.status = status;
    this.code = body.code ?? "";
    this.sentence = sentence;
    this.details = body.details ?? [];
  }
}

/** The sentence of the server, with that of the first invalid field, or else the fallback of the page (spec §8). */
export function sentenceOf(error: unknown, fallback: string): string {
  if (!(error instanceof CallFailure) || !error.sentence) return fallback;
  const [detail] = error.details;
  return detail ? `${error.sentence} ${detail.message}` : error.sentence;
}

export function hasCode(error: unknown, code: string): boolean {
  return error instanceof CallFailure && error.code === code;
}
