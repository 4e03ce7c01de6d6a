/** Controls for tests, under `/_dev`: move time, hold and resend events, make requests fail. */
import { setTimeout } from "node:timers/promises";
import { z } from "zod";
import type { Delivery } from "./deliver.ts";
import type { State } from "./state.ts";

export interface Controls {
  state: State;
  delivery: Delivery;
  failures: Failure[];
  pauses: Pause[];
  /** Runs everything that is due. */
  catchUp(): Promise<void>;
}

/** The next `times` API requests that mention `match` (an id, a path) fail. */
export interface Failure {
  match: string;
  times: number;
}

/** The response to the next API request that mentions `match` waits until the test resumes it. */
export interface Pause {
  match: string;
  arrived: PromiseWithResolvers<void>;
  resumed: PromiseWithResolvers<void>;
}

const DAY_SECONDS = 86_400;

const Clock = z.strictObject({
  advanceDays: z.number().positive().optional(),
  advanceSeconds: z.number().positive().optional(),
  /** Moves one customer's clock; without it, all clocks. */
  customer: z.string().optional(),
});
const Release = z.strictObject({ order: z.enum(["made", "reverse"]).default("made") });
const Named = z.strictObject({ match: z.string().min(1) });
const Fail = z.strictObject({ match: z.string().min(1), times: z.number().int().positive() });

/** The response's body, or null when there is no such control. */
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
  if (path === "/_dev/pause") {
    const { match } = Named.parse(body);
    const [arrived, resumed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    controls.pauses.push({ match, arrived, resumed });
    return { ok: true };
  }
  if (path === "/_dev/paused" || path === "/_dev/resume") {
    const { match } = Named.parse(body);
    const pause = controls.pauses.find((one) => one.match === match);
    if (!pause) return null;
    await pause.arrived.promise;
    if (path === "/_dev/paused") return { ok: true };
    controls.pauses.splice(controls.pauses.indexOf(pause), 1);
    pause.resumed.resolve();
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

/** Moves the clock of one customer, or (null) of all, and runs what is due then. */
export async function advance(controls: Controls, days: number, customer: string | null): Promise<void> {
  const seconds = Math.round(days * DAY_SECONDS);
  controls.state.jumps.push({ at: await nextSecond(), seconds, customer });
  await controls.catchUp();
}

/** Meter events have whole seconds. A jump at a full second is clearly before or after each of them. */
async function nextSecond(): Promise<number> {
  const at = Math.ceil(Date.now() / 1000) * 1000;
  while (Date.now() < at) await setTimeout(at - Date.now());
  return at;
}

/** Waits while a test has paused the response to this request. */
export async function whilePaused(pauses: Pause[], text: string): Promise<void> {
  const pause = pauses.find((one) => text.includes(one.match));
  pause?.arrived.resolve();
  await pause?.resumed.promise;
}

/** Whether a test asked for this request to fail. Counts it. */
export function mustFail(failures: Failure[], text: string): boolean {
  const failure = failures.find((one) => one.times > 0 && text.includes(one.match));
  if (!failure) return false;
  failure.times -= 1;
  return true;
}
