/** Finds the call for an API request and runs it, once for each idempotency key. */
import Stripe from "stripe";
import type { Operation } from "./call.ts";
import { readForm } from "./form.ts";
import { operations } from "./operations.ts";
import type { State } from "./state.ts";
import { StripeFault, type World } from "./world.ts";

export interface ApiRequest {
  method: string;
  path: string;
  /** The query and the body together, as a form. */
  form: string;
  authorization: string | undefined;
  /** The version that the caller's code was written for. */
  apiVersion: string | undefined;
  idempotencyKey: string | undefined;
}

export interface ApiResponse {
  status: number;
  body: unknown;
  replayed?: boolean;
}

const DAY_SECONDS = 86_400;

/** Stripe's response to a request: a result or an error. Never throws a StripeFault. */
export function respond(world: World, request: ApiRequest): ApiResponse {
  const { method, path, form, idempotencyKey } = request;
  if (!request.authorization?.startsWith("Bearer sk_"))
    return failure(new StripeFault(401, "You did not provide an API key."));
  if (request.apiVersion !== Stripe.API_VERSION)
    return failure(new StripeFault(400, `This server speaks version ${Stripe.API_VERSION} only.`));
  if (method !== "POST" || !idempotencyKey) return run(world, request);
  const fingerprint = `${method} ${path} ${form}`;
  const earlier = world.state.idempotency[idempotencyKey];
  if (earlier) {
    if (earlier.request === fingerprint)
      return { status: earlier.status, body: earlier.body, replayed: true };
    return failure(
      new StripeFault(400, "Keys for idempotent requests can only be used with the same parameters.", {
        type: "idempotency_error",
      }),
    );
  }
  const made = run(world, request);
  const created = world.now(null);
  forgetOldKeys(world.state, created - DAY_SECONDS);
  world.state.idempotency[idempotencyKey] = {
    request: fingerprint,
    status: made.status,
    body: made.body,
    created,
  };
  return made;
}

function forgetOldKeys(state: State, before: number): void {
  for (const [key, row] of Object.entries(state.idempotency))
    if (row.created < before) delete state.idempotency[key];
}

function run(world: World, { method, path, form }: ApiRequest): ApiResponse {
  const match = matchOperation(method, path);
  if (!match) return failure(new StripeFault(404, `Unrecognized request URL (${method}: ${path}).`));
  try {
    return { status: 200, body: match.operation({ world, id: match.id, fields: readForm(form) }) };
  } catch (error) {
    if (error instanceof StripeFault) return failure(error);
    throw error;
  }
}

/** The call whose name is the path, or the path with one part replaced by `{id}`. */
function matchOperation(method: string, path: string): { operation: Operation<unknown>; id: string } | null {
  const literal = operations.get(`${method} ${path}`);
  if (literal) return { operation: literal, id: "" };
  const parts = path.split("/");
  for (const [at, part] of parts.entries()) {
    const operation = operations.get(`${method} ${parts.with(at, "{id}").join("/")}`);
    if (operation) return { operation, id: decodeURIComponent(part) };
  }
  return null;
}

function failure(fault: StripeFault): ApiResponse {
  const { type, message, code, param } = fault;
  const error = { type, message, ...(code && { code }), ...(param && { param }) };
  return { status: fault.status, body: { error } };
}
