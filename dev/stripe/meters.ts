/** The calls for meters: the usage reported to them, and its sum. */
import type Stripe from "stripe";
import { z } from "zod";
import { call, Int, type Operations, Page } from "./call.ts";
import { usage } from "./invoices.ts";
import { newId } from "./state.ts";
import { meterEventView, meterView } from "./views.ts";
import type { Shape, Wire } from "./wire.ts";
import { list, namedCustomer, StripeFault, shifted } from "./world.ts";

const DAY = 86_400;

const MeterQuery = z.strictObject({
  ...Page,
  status: z.enum(["active", "inactive"]).optional(),
} satisfies Shape<Stripe.Billing.MeterListParams>);

type MeterParams = Stripe.Billing.MeterCreateParams;
const Aggregation = z.strictObject({
  formula: z.literal("sum"),
} satisfies Shape<MeterParams["default_aggregation"]>);
const CustomerMapping = z.strictObject({
  type: z.literal("by_id"),
  event_payload_key: z.literal("stripe_customer_id"),
} satisfies Shape<MeterParams["customer_mapping"]>);
const ValueSettings = z.strictObject({
  event_payload_key: z.literal("value"),
} satisfies Shape<MeterParams["value_settings"]>);

const NewMeter = z.strictObject({
  display_name: z.string(),
  event_name: z.string(),
  default_aggregation: Aggregation,
  customer_mapping: CustomerMapping,
  value_settings: ValueSettings,
} satisfies Shape<MeterParams>);

const NewMeterEvent = z.strictObject({
  event_name: z.string(),
  payload: z.strictObject({ stripe_customer_id: z.string(), value: z.string().regex(/^\d+$/) }),
  identifier: z.string().max(100),
  timestamp: Int.optional(),
} satisfies Shape<Stripe.Billing.MeterEventCreateParams>);

const SummaryQuery = z.strictObject({
  ...Page,
  customer: z.string(),
  start_time: Int,
  end_time: Int,
} satisfies Shape<Stripe.Billing.MeterListEventSummariesParams>);

/** The SDK's type of each call's result. */
interface Results {
  "GET /v1/billing/meters": Stripe.ApiList<Stripe.Billing.Meter>;
  "POST /v1/billing/meters": Stripe.Billing.Meter;
  "POST /v1/billing/meter_events": Stripe.Billing.MeterEvent;
  "GET /v1/billing/meters/{id}/event_summaries": Stripe.ApiList<Stripe.Billing.MeterEventSummary>;
}

export const meterOperations = {
  "GET /v1/billing/meters": call(MeterQuery, ({ world, wanted }) => {
    const rows = wanted.status === "inactive" ? [] : Object.values(world.state.meters);
    return list(rows, wanted, "/v1/billing/meters", meterView);
  }),
  "POST /v1/billing/meters": call(NewMeter, ({ world, wanted }) => {
    if (Object.values(world.state.meters).some((one) => one.eventName === wanted.event_name))
      throw new StripeFault(400, `There is already an active meter for ${wanted.event_name}`);
    const id = newId("mtr");
    const created = world.now(null);
    world.state.meters[id] = { id, created, displayName: wanted.display_name, eventName: wanted.event_name };
    return meterView(world.state.meters[id]);
  }),
  "POST /v1/billing/meter_events": call(NewMeterEvent, ({ world, wanted }) => {
    const { stripe_customer_id: customer, value } = wanted.payload;
    namedCustomer(world.state, customer);
    if (!Object.values(world.state.meters).some((meter) => meter.eventName === wanted.event_name))
      throw new StripeFault(400, `No active meter found for event name ${wanted.event_name}`);
    const machine = Math.floor(Date.now() / 1000);
    const timestamp = wanted.timestamp ?? machine;
    if (timestamp < machine - 35 * DAY || timestamp > machine + 300)
      throw new StripeFault(400, "The timestamp must be within the past 35 days or 5 minutes ahead.");
    if (world.state.meterEvents[wanted.identifier])
      throw new StripeFault(400, `An event already exists with identifier ${wanted.identifier}.`);
    // The caller's clock has no jumps, so its time is converted to the customer's clock at that moment.
    const at = shifted(world.state, timestamp * 1000, customer);
    const { identifier, event_name: eventName } = wanted;
    const row = { identifier, eventName, customer, value: Number(value), at, created: world.now(customer) };
    world.state.meterEvents[identifier] = row;
    return meterEventView(row);
  }),
  "GET /v1/billing/meters/{id}/event_summaries": call(SummaryQuery, ({ world, id, wanted: query }) => {
    const total = usage(world, id, query.customer, query.start_time, query.end_time);
    const row = { id: `mtrusg_${id}`, created: query.start_time };
    const url = `/v1/billing/meters/${id}/event_summaries`;
    return list(
      total === 0 ? [] : [row],
      query,
      url,
      (one): Wire<Stripe.Billing.MeterEventSummary> => ({
        id: one.id,
        object: "billing.meter_event_summary",
        aggregated_value: total,
        end_time: query.end_time,
        livemode: false,
        meter: id,
        start_time: query.start_time,
      }),
    );
  }),
} satisfies Operations<Results>;
