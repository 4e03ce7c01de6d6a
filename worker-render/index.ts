/** worker-render's entry: the queue rings, the scheduler takes over; what cannot be handed over fails its job. */
import { z } from "zod";
import { JOB_ERRORS } from "#contract/errors.ts";
import { SCHEDULER_NAME } from "#contract/scheduler.ts";
import { openDb } from "#store/db.ts";
import { errorText } from "#store/error-text.ts";
import { fail } from "#store/jobs.ts";
import { readLeases } from "#store/leases.ts";

export { BrowserSession } from "./browser-session.ts";
export { Scheduler } from "./scheduler.ts";

const DEAD_LETTERS = "platen-jobs-dead";
const FIRST_DELAY_SECONDS = 5;
const Body = z.object({ v: z.literal(1), jobId: z.string() });

interface Doorbell {
  jobId: string;
  message: Message;
}

/** The batch's readable messages; the others can never become readable and are acknowledged. */
function readable(batch: MessageBatch): Doorbell[] {
  return batch.messages.flatMap((message) => {
    const parsed = Body.safeParse(message.body);
    if (parsed.success) return [{ jobId: parsed.data.jobId, message }];
    console.error(JSON.stringify({ queue: batch.queue, error: "unreadable message" }));
    message.ack();
    return [];
  });
}

function again({ jobId, message }: Doorbell, error: unknown): void {
  console.error(JSON.stringify({ jobId, error: errorText(error) }));
  message.retry({ delaySeconds: FIRST_DELAY_SECONDS * 2 ** (message.attempts - 1) });
}

/** Puts those that are still pending into the scheduler's line: one read and one call for the whole batch. */
async function offer(env: Env, bells: Doorbell[]): Promise<void> {
  try {
    const ids = bells.map(({ jobId }) => jobId);
    const rows = new Map((await readLeases(openDb(env.DB), ids)).map((row) => [row.id, row]));
    const entries = ids.flatMap((jobId) => {
      const row = rows.get(jobId);
      return row?.status === "pending" ? [{ jobId, accountId: row.accountId, tier: row.tier }] : [];
    });
    if (entries.length > 0) await env.SCHEDULER.getByName(SCHEDULER_NAME).offer(entries);
    for (const { message } of bells) message.ack();
  } catch (error) {
    for (const bell of bells) again(bell, error);
  }
}

/** The scheduler could not be reached for all of the retries: the job ends, and its credit goes back. */
async function giveUp(env: Env, bell: Doorbell): Promise<void> {
  const { message } = JOB_ERRORS.service_unavailable;
  try {
    await fail(openDb(env.DB), { id: bell.jobId }, Date.now(), {
      code: "service_unavailable",
      stage: "queued",
      message,
    });
    bell.message.ack();
  } catch (error) {
    again(bell, error);
  }
}

export default {
  async queue(batch, env) {
    const bells = readable(batch);
    if (batch.queue !== DEAD_LETTERS) return offer(env, bells);
    for (const bell of bells) await giveUp(env, bell);
  },
} satisfies ExportedHandler<Env>;
