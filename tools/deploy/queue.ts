/** A queue. It must exist before the Workers that send to it and read it. */
import { z } from "zod";
import { CloudflareError } from "./cloudflare.ts";
import { Refusal } from "./refusal.ts";
import { type Deployment, inAccount, named, type Step } from "./step.ts";

/** Workers Free: no queues. */
const NO_QUEUES = [100129, 11002];

const Consumer = z.object({
  type: z.string().optional(),
  script_name: z.string().optional(),
  /** Older responses have this name. */
  script: z.string().optional(),
  dead_letter_queue: z.string().optional(),
  settings: z
    .object({
      batch_size: z.number().optional(),
      max_retries: z.number().optional(),
      max_wait_time_ms: z.number().optional(),
    })
    .default({}),
});
const Queues = z.array(
  z.object({ queue_id: z.string(), queue_name: z.string(), consumers: z.array(Consumer).default([]) }),
);
export type QueueConsumer = z.infer<typeof Consumer>;

/** The queue with this name in the account. */
export async function findQueue(deployment: Deployment, name: string) {
  const path = inAccount(deployment, `queues?name=${encodeURIComponent(name)}`);
  const queues = await deployment.account.cloudflare.read(path, Queues);
  return queues.find((queue) => queue.queue_name === name) ?? null;
}

/** The Worker that reads the queue. */
export function readerOf({ script_name, script }: QueueConsumer): string | undefined {
  return script_name ?? script;
}

/** @param reader The Worker that reads the queue, as in its wrangler.toml. */
export function queueStep(deployment: Deployment, base: string, reader: string): Step {
  const { cloudflare } = deployment.account;
  const name = named(deployment, base);
  return {
    name: `queue ${name}`,
    async look() {
      const queue = await findQueue(deployment, name);
      const other = queue?.consumers.find((one) => readerOf(one) !== named(deployment, reader));
      if (other)
        throw new Refusal(
          `The account has a queue ${name}, and ${readerOf(other) ?? "another service"} reads it. Rename or delete that queue.`,
        );
      return queue ? null : "create";
    },
    async change() {
      try {
        await cloudflare.write("POST", inAccount(deployment, "queues"), { queue_name: name });
      } catch (error) {
        if (!(error instanceof CloudflareError) || !NO_QUEUES.some((code) => error.codes.includes(code)))
          throw error;
        throw new Refusal(
          `The account's plan has no Queues. Subscribe to Workers Paid: https://dash.cloudflare.com/${deployment.account.id}/workers/plans`,
        );
      }
    },
    async loss() {
      return (await findQueue(deployment, name)) ? "its messages" : null;
    },
    async remove() {
      const queue = await findQueue(deployment, name);
      if (queue) await cloudflare.write("DELETE", inAccount(deployment, `queues/${queue.queue_id}`));
    },
  };
}
