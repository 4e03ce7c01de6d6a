import type { ErrorBody } from "#contract/job/view.ts";

/** An answer that is not a success, or no answer at all (`status` 0). */
export class CallFailure extends Error {
  readonly status: number;
  readonly code: string;
  /** The server's own sentence, when it gave one. */
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

/** What a page shows: the server's sentence (with the first field's fault, if any), else the page's own (spec §8). */
export function sentenceOf(error: unknown, fallback: string): string {
  if (!(error instanceof CallFailure) || !error.sentence) return fallback;
  const [detail] = error.details;
  return detail ? `${error.sentence} ${detail.message}` : error.sentence;
}

export function hasCode(error: unknown, code: string): boolean {
  return error instanceof CallFailure && error.code === code;
}
