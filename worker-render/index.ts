/** worker-render's entry: the queue rings, the scheduler takes over; what cannot be handed over fails its job. */
import { z } from "zod";
import { JOB_ERRORS } from "#contract/errors.ts";
import { SCHEDULER_NAME } from "#contract/scheduler.ts";
import { openDb } from "#store/db.ts";
import { fail } from "#store/jobs.ts";

export { BrowserSession } from "./browser-session.ts";
export { Scheduler } from "./scheduler.ts";

const DEAD_LETTERS = "platen-jobs-dead";
const Message = z.object({ v: z.literal(1), jobId: z.string() });

export default {
  async queue(batch, env) {
    for (const message of batch.messages) {
      const parsed = Message.safeParse(message.body);
      if (!parsed.success) {
        console.error(JSON.stringify({ queue: batch.queue, error: "unreadable message" }));
        message.ack();
        continue;
      }
      const { jobId } = parsed.data;
      try {
        if (batch.queue === DEAD_LETTERS) {
          const { message: text } = JOB_ERRORS.service_unavailable;
          await fail(openDb(env.DB), { id: jobId }, Date.now(), {
            code: "service_unavailable",
            stage: "queued",
            message: text,
          });
        } else {
          await env.SCHEDULER.getByName(SCHEDULER_NAME).offer([jobId]);
        }
        message.ack();
      } catch (error) {
        console.error(JSON.stringify({ jobId, error: String(error) }));
        message.retry();
      }
    }
  },
} satisfies ExportedHandler<Env>;
