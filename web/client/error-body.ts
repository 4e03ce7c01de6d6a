import type { ErrorBody } from "#contract/job/view.ts";

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

/** The known fields of an error response, whatever else is in it. */
export function errorBody(value: unknown): Partial<ErrorBody> & { message?: string } {
  if (!isRecord(value)) return {};
  const { error, message, code, details } = value;
  return {
    error: typeof error === "string" ? error : undefined,
    message: typeof message === "string" ? message : undefined,
    code: typeof code === "string" ? code : undefined,
    details: Array.isArray(details)
      ? details
          .filter(isRecord)
          .map((entry) => ({ path: String(entry.path), message: String(entry.message) }))
      : undefined,
  };
}
