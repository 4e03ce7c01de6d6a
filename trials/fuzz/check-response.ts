/** What every answer of the API must be, whatever was asked. */
import { ERRORS, type ErrorCode } from "#contract/errors.ts";
import { ErrorBody } from "#contract/job/view.ts";
import { LIMITS } from "#contract/limits.ts";
import type { Request } from "./requests.ts";
import { type Answer, isCut } from "./wire.ts";

const Shape = ErrorBody.strict();

function isCode(code: string): code is ErrorCode {
  return Object.hasOwn(ERRORS, code);
}

/** A body that is refused unread ends its connection, and the client's system may then drop the answer. */
function mayStayWithoutResponse(request: Request): boolean {
  return isCut(request) || request.framing === "bad chunk" || request.body.length > LIMITS.bodyBytes;
}

function bodyFault(text: string, status: number): string | null {
  try {
    const { code } = Shape.parse(JSON.parse(text));
    if (!isCode(code)) return `the code ${code} is not documented`;
    return ERRORS[code].status === status ? null : `${code} goes with ${ERRORS[code].status}`;
  } catch {
    return `the body is not the documented one: ${text.slice(0, 200)}`;
  }
}

/** What is wrong with the answer; null for nothing. */
export function faultOf(request: Request, response: Answer | null): string | null {
  if (!response) return mayStayWithoutResponse(request) ? null : "no answer";
  const { status, headers, text } = response;
  if (status >= 500) return `status ${status}: ${text.slice(0, 200)}`;
  if (!/^req_\w+$/.test(headers.get("x-request-id") ?? "")) return `${status} without X-Request-Id`;
  // 416 says all it has to say in Content-Range.
  if (status < 400 || request.method === "HEAD" || status === 416) return null;
  if (!headers.get("content-type")?.startsWith("application/json"))
    return `${status} as ${headers.get("content-type") ?? "no type"}`;
  return bodyFault(text, status);
}
