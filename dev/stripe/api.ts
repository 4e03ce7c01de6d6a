/** One API request: checked against the document, run once for its idempotency key, its answer checked too. */
import { ZodError } from "zod";
import { API_VERSION, answerFault, matchPath, requestFault } from "./document.ts";
import { readForm } from "./form.ts";
import { invoiceView } from "./invoices.ts";
import { operations } from "./operations.ts";
import type { State } from "./state.ts";
import { customerView, subscriptionView } from "./views.ts";
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

export interface ApiAnswer {
  status: number;
  body: unknown;
  replayed?: boolean;
}

const DAY_SECONDS = 86_400;

/** Answers as Stripe does. Throws when the document does not allow the answer: a fault of this server. */
export function answer(world: World, request: ApiRequest): ApiAnswer {
  const { method, path, form, idempotencyKey } = request;
  if (!request.authorization?.startsWith("Bearer sk_"))
    return failure(new StripeFault(401, "You did not provide an API key."));
  if (request.apiVersion !== API_VERSION)
    return failure(new StripeFault(400, `This server speaks version ${API_VERSION} only.`));
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

function run(world: World, request: ApiRequest): ApiAnswer {
  const { method, path } = request;
  const match = matchPath(method, path);
  const operation = match && operations[`${method} ${match.template}`];
  if (!operation) return failure(new StripeFault(404, `Unrecognized request URL (${method}: ${path}).`));
  const made = attempt(() => {
    const fields: Record<string, unknown> = readForm(request.form);
    const wrong = requestFault(method, match.template, fields);
    if (wrong) throw new StripeFault(400, `Invalid request: ${wrong}`, { code: "parameter_unknown" });
    const { expand, ...rest } = fields;
    const body = operation({ world, id: match.params.id ?? "", fields: rest });
    for (const name of Array.isArray(expand) ? expand : []) expandField(world, body, String(name));
    return body;
  });
  const fault = answerFault(method, match.template, made.status, made.body);
  if (fault) throw new Error(`${method} ${match.template} would answer ${made.status}: ${fault}`);
  return made;
}

function attempt(operation: () => unknown): ApiAnswer {
  try {
    return { status: 200, body: operation() };
  } catch (error) {
    if (error instanceof StripeFault) return failure(error);
    if (error instanceof ZodError)
      return failure(new StripeFault(400, `This server does not do that: ${error.message}`));
    throw error;
  }
}

function failure(fault: StripeFault): ApiAnswer {
  const { type, message, code, param } = fault;
  const error = { type, message, ...(code && { code }), ...(param && { param }) };
  return { status: fault.status, body: { error } };
}

function expandField(world: World, body: Record<string, unknown>, name: string): void {
  const id = String(body[name]);
  const invoice = world.state.invoices[id];
  const subscription = world.state.subscriptions[id];
  const customer = world.state.customers[id];
  if (invoice) body[name] = invoiceView(world, invoice);
  if (subscription) body[name] = subscriptionView(world, subscription);
  if (customer) body[name] = customerView(customer);
}
