/** worker-render's entry: the queue rings, the scheduler takes over; what cannot be handed over fails its job. */
import { JOB_ERRORS } from "#contract/errors.ts";
import { JobMessage, SCHEDULER_NAME } from "#contract/job/scheduling.ts";
import { log } from "#log/log.ts";
import { openDb } from "#store/db.ts";
import { fail } from "#store/jobs/jobs.ts";

export { RenderBrowser } from "./browser/render-browser.ts";
export { Scheduler } from "./scheduler/scheduler.ts";

const DEAD_LETTERS = "platen-jobs-dead";
const FIRST_DELAY_SECONDS = 5;

interface Delivery {
  job: JobMessage;
  message: Message;
}

/** The batch's readable messages; the others can never become readable and are acknowledged. */
function readable(batch: MessageBatch): Delivery[] {
  return batch.messages.flatMap((message) => {
    const parsed = JobMessage.safeParse(message.body);
    if (parsed.success) return [{ job: parsed.data, message }];
    log.error("A queue message is unreadable.", { queue: batch.queue });
    message.ack();
    return [];
  });
}

function again({ job, message }: Delivery, error: unknown): void {
  log.error("A queue message is tried again.", { jobId: job.jobId, error });
  message.retry({ delaySeconds: FIRST_DELAY_SECONDS * 2 ** (message.attempts - 1) });
}

/** Puts them into the scheduler's line, in one call for the whole batch. One that is pending no more ends at its claim. */
async function offer(env: Env, deliveries: Delivery[]): Promise<void> {
  try {
    const entries = deliveries.map(({ job: { jobId, accountId, tier } }) => ({ jobId, accountId, tier }));
    if (entries.length > 0) await env.SCHEDULER.getByName(SCHEDULER_NAME).offer(entries);
    for (const { message } of deliveries) message.ack();
  } catch (error) {
    for (const delivery of deliveries) again(delivery, error);
  }
}

/** The scheduler could not be reached for all of the retries: the job ends, and its credit goes back. */
async function failUnscheduled(env: Env, delivery: Delivery): Promise<void> {
  const { message } = JOB_ERRORS.service_unavailable;
  try {
    await fail(openDb(env.DB), { id: delivery.job.jobId }, Date.now(), {
      code: "service_unavailable",
      stage: "queued",
      message,
    });
    delivery.message.ack();
  } catch (error) {
    again(delivery, error);
  }
}

export default {
  async queue(batch, env) {
    const deliveries = readable(batch);
    if (batch.queue !== DEAD_LETTERS) return offer(env, deliveries);
    for (const delivery of deliveries) await failUnscheduled(env, delivery);
  },
} satisfies ExportedHandler<Env>;
