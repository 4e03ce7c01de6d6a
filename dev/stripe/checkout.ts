/** The calls for customers and checkout sessions. */
import type Stripe from "stripe";
import { z } from "zod";
import { call, Int, Metadata, Nothing, type Operations, Page } from "./call.ts";
import { checkoutSessionView } from "./checkout-view.ts";
import { Address, type Customer, newId } from "./state.ts";
import { customerView } from "./views.ts";
import type { Shape, Wire } from "./wire.ts";
import { found, list, namedCustomer, StripeFault } from "./world.ts";

const DAY = 86_400;

const NewCustomer = z.strictObject({
  email: z.string(),
  metadata: Metadata,
} satisfies Shape<Stripe.CustomerCreateParams>);

const Unset = z.literal("");

const AddressChange = z.strictObject({
  city: z.string().optional(),
  country: z.string().optional(),
  line1: z.string().optional(),
  line2: z.string().optional(),
  postal_code: z.string().optional(),
  state: z.string().optional(),
} satisfies Shape<Stripe.AddressParam>);

const ChangeCustomer = z.strictObject({
  email: z.string().optional(),
  name: z.string().optional(),
  phone: z.string().optional(),
  address: z.union([Unset, AddressChange]).optional(),
  shipping: Unset.optional(),
  description: z.string().optional(),
  metadata: z.union([Unset, z.record(z.string(), z.string())]).optional(),
} satisfies Shape<Stripe.CustomerUpdateParams>);

const LineItem = z.strictObject({
  price: z.string(),
  quantity: Int.optional(),
} satisfies Shape<Stripe.Checkout.SessionCreateParams.LineItem>);
const BillingMode = z.strictObject({
  type: z.literal("flexible"),
} satisfies Shape<Stripe.Checkout.SessionCreateParams.SubscriptionData.BillingMode>);
const SubscriptionData = z.strictObject({
  metadata: Metadata,
  billing_mode: BillingMode,
} satisfies Shape<Stripe.Checkout.SessionCreateParams.SubscriptionData>);

const NewCheckout = z.strictObject({
  mode: z.literal("subscription"),
  customer: z.string(),
  client_reference_id: z.string().optional(),
  line_items: z.array(LineItem),
  success_url: z.string(),
  cancel_url: z.string(),
  metadata: Metadata,
  subscription_data: SubscriptionData.optional(),
} satisfies Shape<Stripe.Checkout.SessionCreateParams>);

const CheckoutQuery = z.strictObject({
  ...Page,
  customer: z.string().optional(),
  status: z.enum(["open", "complete", "expired"]).optional(),
} satisfies Shape<Stripe.Checkout.SessionListParams>);

/** The SDK's type of each call's result. */
interface Results {
  "POST /v1/customers": Stripe.Customer;
  "POST /v1/customers/{id}": Stripe.Customer;
  "GET /v1/customers/{id}": Stripe.Customer | Stripe.DeletedCustomer;
  "POST /v1/checkout/sessions": Stripe.Checkout.Session;
  "GET /v1/checkout/sessions": Stripe.ApiList<Stripe.Checkout.Session>;
  "GET /v1/checkout/sessions/{id}": Stripe.Checkout.Session;
  "POST /v1/checkout/sessions/{id}/expire": Stripe.Checkout.Session;
}

export const checkoutOperations = {
  "POST /v1/customers": call(NewCustomer, ({ world, wanted }) => {
    const id = newId("cus");
    const created = world.now(null);
    world.state.customers[id] = {
      id,
      created,
      ...wanted,
      name: null,
      phone: null,
      address: null,
      description: null,
      card: null,
      balance: 0,
      deleted: false,
    };
    return customerView(world.state.customers[id]);
  }),
  "POST /v1/customers/{id}": call(ChangeCustomer, ({ world, id, wanted }) => {
    const customer = found(world.state.customers[id], id);
    if (customer.deleted)
      throw new StripeFault(404, `No such customer: '${id}'`, { code: "resource_missing" });
    for (const name of ["email", "name", "phone", "description"] as const)
      if (wanted[name] !== undefined) customer[name] = wanted[name] || null;
    if (wanted.address !== undefined)
      customer.address = wanted.address ? Address.parse(wanted.address) : null;
    if (wanted.metadata !== undefined) customer.metadata = changedMetadata(customer, wanted.metadata);
    return customerView(customer);
  }),
  "GET /v1/customers/{id}": call(Nothing, ({ world, id }) => {
    const customer = found(world.state.customers[id], id);
    return customer.deleted ? deletedCustomer(id) : customerView(customer);
  }),

  "POST /v1/checkout/sessions": call(NewCheckout, ({ world, wanted }) => {
    const customer = namedCustomer(world.state, wanted.customer);
    const lines = wanted.line_items.map(({ price, quantity = null }) => {
      const metered = found(world.state.prices[price], price).meter !== null;
      if (metered !== (quantity === null))
        throw new StripeFault(400, "A licensed price needs a quantity, a metered one has none.");
      return { price, quantity };
    });
    const id = newId("cs_test");
    const created = world.now(customer.id);
    world.state.checkoutSessions[id] = {
      id,
      created,
      expiresAt: created + DAY,
      customer: customer.id,
      lines,
      status: "open",
      subscription: null,
      invoice: null,
      successUrl: wanted.success_url,
      cancelUrl: wanted.cancel_url,
      clientReferenceId: wanted.client_reference_id ?? null,
      metadata: wanted.metadata,
      subscriptionMetadata: wanted.subscription_data?.metadata ?? {},
    };
    return checkoutSessionView(world, world.state.checkoutSessions[id]);
  }),
  "GET /v1/checkout/sessions": call(CheckoutQuery, ({ world, wanted: query }) => {
    if (query.customer) namedCustomer(world.state, query.customer);
    const rows = Object.values(world.state.checkoutSessions)
      .filter((one) => !query.customer || one.customer === query.customer)
      .filter((one) => !query.status || one.status === query.status);
    return list(rows, query, "/v1/checkout/sessions", (row) => checkoutSessionView(world, row));
  }),
  "GET /v1/checkout/sessions/{id}": call(Nothing, ({ world, id }) =>
    checkoutSessionView(world, found(world.state.checkoutSessions[id], id)),
  ),
  "POST /v1/checkout/sessions/{id}/expire": call(Nothing, ({ world, id }) => {
    const checkoutSession = found(world.state.checkoutSessions[id], id);
    if (checkoutSession.status !== "open") throw new StripeFault(400, "Only an open session can be expired.");
    checkoutSession.status = "expired";
    const view = checkoutSessionView(world, checkoutSession);
    world.emit("checkout.session.expired", view, checkoutSession.customer);
    return view;
  }),
} satisfies Operations<Results>;

/** An empty value deletes its name, and `""` in place of the object deletes all. */
function changedMetadata({ metadata }: Customer, change: "" | Record<string, string>): Customer["metadata"] {
  const changed = change === "" ? {} : { ...metadata, ...change };
  return Object.fromEntries(Object.entries(changed).filter(([, value]) => value !== ""));
}

function deletedCustomer(id: string): Wire<Stripe.DeletedCustomer> {
  return { id, object: "customer", deleted: true };
}
