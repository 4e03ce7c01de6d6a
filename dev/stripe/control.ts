/** What only a stand-in can do, under `/_dev`: move time, play with events, fail on request. */
import { setTimeout } from "node:timers/promises";
import { z } from "zod";
import type { Delivery } from "./deliver.ts";
import type { State } from "./state.ts";

export interface Controls {
  state: State;
  delivery: Delivery;
  failures: Failure[];
  /** Runs everything whose time has come. */
  catchUp(): Promise<void>;
}

/** The next `times` API requests that mention `match` (an id, a path) fail. */
export interface Failure {
  match: string;
  times: number;
}

const DAY_SECONDS = 86_400;

const Clock = z.strictObject({
  advanceDays: z.number().positive().optional(),
  advanceSeconds: z.number().positive().optional(),
  /** One customer's clock; without it everybody's. */
  customer: z.string().optional(),
});
const Release = z.strictObject({ order: z.enum(["made", "reverse"]).default("made") });
const Fail = z.strictObject({ match: z.string().min(1), times: z.number().int().positive() });

/** The answer to a control request; null when there is no such control. */
export async function control(
  controls: Controls,
  method: string,
  path: string,
  body: unknown,
): Promise<unknown> {
  const { delivery } = controls;
  if (method !== "POST") return null;
  if (path === "/_dev/clock") {
    const { advanceDays = 0, advanceSeconds = 0, customer = null } = Clock.parse(body);
    await advance(controls, advanceDays + advanceSeconds / DAY_SECONDS, customer);
    return { ok: true };
  }
  if (path === "/_dev/fail") {
    controls.failures.push(Fail.parse(body));
    return { ok: true };
  }
  if (path === "/_dev/events/hold") {
    delivery.hold();
    return { ok: true };
  }
  if (path === "/_dev/events/release") {
    await delivery.release(Release.parse(body).order);
    return { ok: true };
  }
  const [, , , id, verb] = path.split("/");
  if (path.startsWith("/_dev/events/") && id && verb === "resend")
    return { status: await delivery.resend(id) };
  return null;
}

/** Moves one customer's time, or everybody's, and runs what has come due by then. */
export async function advance(controls: Controls, days: number, customer: string | null): Promise<void> {
  const seconds = Math.round(days * DAY_SECONDS);
  controls.state.jumps.push({ at: await nextSecond(), seconds, customer });
  await controls.catchUp();
}

/** Meter events tell whole seconds, so that time jumps between two of them: before or after is never in doubt. */
async function nextSecond(): Promise<number> {
  const at = Math.ceil(Date.now() / 1000) * 1000;
  while (Date.now() < at) await setTimeout(at - Date.now());
  return at;
}

/** Whether this request is one of those that shall fail; counts it. */
export function shallFail(failures: Failure[], text: string): boolean {
  const failure = failures.find((one) => one.times > 0 && text.includes(one.match));
  if (!failure) return false;
  failure.times -= 1;
  return true;
}
