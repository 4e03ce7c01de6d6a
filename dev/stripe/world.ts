/** What every operation gets: the state, the clock, and a function that emits events. */
import type Stripe from "stripe";
import type { Customer, EventType, State } from "./state.ts";
import type { Wire } from "./wire.ts";

/** The object in an event of a type. */
export type EventObject<Type extends EventType> = Wire<
  Extract<Stripe.Event, { type: Type }>["data"]["object"]
>;

export interface World {
  state: State;
  /** The origin of the pages (payment, portal, invoice). */
  baseUrl: string;
  /** The customer's clock in Unix seconds: the machine's clock plus the jumps. */
  now(customer: string | null): number;
  emit<Type extends EventType>(type: Type, object: EventObject<Type>, customer: string | null): void;
}

/** An error response of Stripe. */
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

/** @throws StripeFault 404 when there is no row. */
export function found<T>(row: T | undefined, id: string): T {
  if (row) return row;
  throw new StripeFault(404, `No such object: '${id}'`, { code: "resource_missing" });
}

/** @throws StripeFault 400 when the parameter names no customer, or one that is deleted. */
export function namedCustomer(state: State, id: string): Customer {
  const customer = state.customers[id];
  if (customer && !customer.deleted) return customer;
  throw new StripeFault(400, `No such customer: '${id}'`, { code: "resource_missing", param: "customer" });
}

/** A machine time in Unix seconds, plus every jump up to then, for this customer or for all. */
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

/** One page of a list, newest first as in Stripe. The default is 10 rows. */
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
