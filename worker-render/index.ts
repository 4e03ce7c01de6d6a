/**
 * Entry of worker-render. It hands each queue message to the Scheduler. A job whose message cannot be handed over fails. A
 * cron refreshes the filter lists.
 */
import { JOB_ERRORS } from "#contract/errors.ts";
import { JobMessage, SCHEDULER_NAME } from "#contract/job/scheduling.ts";
import { log } from "#log/log.ts";
import { recordEnd } from "#metrics/record-end.ts";
import { fail } from "#store/jobs/jobs.ts";
import { dbOfId } from "#store/shards.ts";
import { refreshLists } from "./clear/refresh.ts";

export { RenderBrowser } from "./browser/render-browser.ts";
export { Scheduler } from "./scheduler/scheduler.ts";

/** The environment and the number of the render Worker may follow. */
const DEAD_LETTERS = "platen-jobs-dead";
const FIRST_DELAY_SECONDS = 5;

interface Delivery {
  job: JobMessage;
  message: Message;
}

/** The messages that have a valid body. The others are acknowledged, because a retry cannot fix them. */
function readable(batch: MessageBatch): Delivery[] {
  return batch.messages.flatMap((message) => {
    const parsed = JobMessage.safeParse(message.body);
    if (parsed.success) return [{ job: parsed.data, message }];
    log.error("A queue message is malformed.", { queue: batch.queue });
    message.ack();
    return [];
  });
}

function retry({ job, message }: Delivery, error: unknown): void {
  log.error("A queue message is retried.", { jobId: job.jobId, error });
  message.retry({ delaySeconds: FIRST_DELAY_SECONDS * 2 ** (message.attempts - 1) });
}

/** Enqueues the whole batch in one call. A job that is no longer pending is dropped when an attempt cannot claim it. */
async function enqueue(env: Env, deliveries: Delivery[]): Promise<void> {
  try {
    const entries = deliveries.map(({ job: { jobId, accountId, tier } }) => ({ jobId, accountId, tier }));
    if (entries.length > 0) await env.SCHEDULER.getByName(SCHEDULER_NAME).enqueue(entries);
    for (const { message } of deliveries) message.ack();
  } catch (error) {
    for (const delivery of deliveries) retry(delivery, error);
  }
}

/** Fails a job whose message could not be handed to the Scheduler in any of its retries, and refunds its credit. */
async function failUnscheduled(env: Env, delivery: Delivery): Promise<void> {
  const { message } = JOB_ERRORS.service_unavailable;
  const reason = { code: "service_unavailable", stage: "queued", message } as const;
  const now = Date.now();
  try {
    const won = await fail(dbOfId(env, delivery.job.jobId), { id: delivery.job.jobId }, now, reason);
    if (won) recordEnd(env.METRICS, delivery.job, { outcome: "failed", ...reason }, now);
    delivery.message.ack();
  } catch (error) {
    retry(delivery, error);
  }
}

export default {
  async queue(batch, env) {
    const deliveries = readable(batch);
    if (!batch.queue.startsWith(DEAD_LETTERS)) return enqueue(env, deliveries);
    for (const delivery of deliveries) await failUnscheduled(env, delivery);
  },
  scheduled: (controller, env) => refreshLists(env, controller.scheduledTime),
} satisfies ExportedHandler<Env>;
