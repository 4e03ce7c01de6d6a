/** The rules for every response of the API, whatever the request was. */
import { ERRORS, type ErrorCode } from "#contract/errors.ts";
import { ErrorBody } from "#contract/job/view.ts";
import { LIMITS } from "#contract/limits.ts";
import type { Request } from "./requests.ts";
import { isCut, type ReceivedResponse } from "./wire.ts";

const Shape = ErrorBody.strict();

function isCode(code: string): code is ErrorCode {
  return Object.hasOwn(ERRORS, code);
}

/** The service closes the connection when it refuses a body unread. The client's system can then drop the response. */
function mayStayWithoutResponse(request: Request): boolean {
  return isCut(request) || request.framing === "bad chunk" || request.body.length > LIMITS.bodyBytes;
}

function bodyFault(text: string, status: number): string | null {
  try {
    const { code } = Shape.parse(JSON.parse(text));
    if (!isCode(code)) return `the code ${code} is not documented`;
    return ERRORS[code].status === status ? null : `${code} goes with ${ERRORS[code].status}`;
  } catch {
    return `the body has not the documented shape: ${text.slice(0, 200)}`;
  }
}

/** What is wrong with a response, or null. */
export function faultOf(request: Request, response: ReceivedResponse | null): string | null {
  if (!response) return mayStayWithoutResponse(request) ? null : "no response";
  const { status, headers, text } = response;
  if (status >= 500) return `status ${status}: ${text.slice(0, 200)}`;
  if (!/^req_\w+$/.test(headers.get("x-request-id") ?? "")) return `${status} without X-Request-Id`;
  // A 416 has its information in Content-Range and no body.
  if (status < 400 || request.method === "HEAD" || status === 416) return null;
  if (!headers.get("content-type")?.startsWith("application/json"))
    return `${status} as ${headers.get("content-type") ?? "no type"}`;
  return bodyFault(text, status);
}
