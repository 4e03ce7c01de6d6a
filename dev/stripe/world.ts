/** What every operation works with: the state, the clock, and the way events leave. */
import type Stripe from "stripe";
import type { Customer, EventType, State } from "./state.ts";
import type { Wire } from "./wire.ts";

/** What an event of a type carries. */
export type EventObject<Type extends EventType> = Wire<
  Extract<Stripe.Event, { type: Type }>["data"]["object"]
>;

export interface World {
  state: State;
  /** Where the pages (payment, portal, invoice) are served. */
  baseUrl: string;
  /** Unix seconds as the customer lives them: the machine's clock plus the jumps asked for. */
  now(customer: string | null): number;
  emit<Type extends EventType>(type: Type, object: EventObject<Type>, customer: string | null): void;
}

/** Stripe's error answer. */
export class StripeFault extends Error {
  readonly status: number;
  readonly type: "card_error" | "idempotency_error" | "invalid_request_error";
  readonly code: string | undefined;
  readonly param: string | undefined;

  constructor(
    status: number,
    message: string,
    options: { type?: StripeFault["type"]; code?: string; param?: string } = {},
  ) {
    super(message);
    this.name = "StripeFault";
    this.status = status;
    this.type = options.type ?? "invalid_request_error";
    this.code = options.code;
    this.param = options.param;
  }
}

/** The row, or Stripe's 404. */
export function found<T>(row: T | undefined, id: string): T {
  if (row) return row;
  throw new StripeFault(404, `No such object: '${id}'`, { code: "resource_missing" });
}

/** The customer that a parameter names, or Stripe's refusal. */
export function namedCustomer(state: State, id: string): Customer {
  const customer = state.customers[id];
  if (customer && !customer.deleted) return customer;
  throw new StripeFault(400, `No such customer: '${id}'`, { code: "resource_missing", param: "customer" });
}

/** The machine's clock plus every jump that had happened by then, for this customer or for all. */
export function shifted(state: State, atMs: number, customer: string | null): number {
  const jumped = state.jumps
    .filter((jump) => jump.at <= atMs && (jump.customer === null || jump.customer === customer))
    .reduce((sum, jump) => sum + jump.seconds, 0);
  return Math.floor(atMs / 1000) + jumped;
}

export interface ListQuery {
  limit?: number | undefined;
  starting_after?: string | undefined;
}

/** Newest first, as Stripe lists. */
export function list<Row extends { id: string; created: number }, View>(
  rows: Row[],
  query: ListQuery,
  url: string,
  view: (row: Row) => View,
): Stripe.ApiList<View> {
  const sorted = rows.toReversed().sort((a, b) => b.created - a.created);
  const from = query.starting_after ? sorted.findIndex((row) => row.id === query.starting_after) + 1 : 0;
  const to = from + (query.limit ?? 10);
  return { object: "list", data: sorted.slice(from, to).map(view), has_more: to < sorted.length, url };
}
