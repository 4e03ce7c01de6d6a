/** The database of the account that a webhook event is about. */
import type Stripe from "stripe";
import { z } from "zod";
import type { Db } from "#store/db.ts";
import { accountOfCustomer } from "#store/money/subscriptions.ts";
import type { Dbs } from "#store/shards.ts";

/** An object of Stripe that names its customer, or is one. */
const OfCustomer = z.object({
  object: z.string(),
  id: z.string(),
  customer: z
    .union([z.string(), z.object({ id: z.string() }).transform(({ id }) => id)])
    .nullish()
    .catch(null),
});

/**
 * The one with the event's customer. Events are rare, so all databases are asked. Database 0 for an event that no account
 * knows.
 */
export async function databaseOfEvent(dbs: Dbs, event: Stripe.Event): Promise<Db> {
  const [first] = dbs;
  if (dbs.length === 1) return first;
  const named = OfCustomer.safeParse(event.data.object).data;
  const customer = named?.object === "customer" ? named.id : named?.customer;
  if (!customer) return first;
  const accounts = await Promise.all(dbs.map((db) => accountOfCustomer(db, customer)));
  return dbs.find((_, shard) => accounts[shard] !== null) ?? first;
}
