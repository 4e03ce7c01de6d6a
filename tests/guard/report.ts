/** What the lab hands to the test. */
import { z } from "zod";
import { JobView } from "#contract/job/view.ts";

export const Report = z.object({
  /** The finished jobs, by the attack's address on the attacker's site. */
  jobs: z.record(z.string(), JobView),
  /** The canary's connections after the attacks on its addresses, before those on its name. */
  connectionsByAddress: z.number(),
  /** Requests that the canary saw from first to last. */
  canaryRequests: z.array(z.string()),
  /** Paths that the attacker's sites were asked for. */
  visits: z.array(z.string()),
  /** Objects in the service's storage at the end. */
  storedObjects: z.number(),
});
export type Report = z.infer<typeof Report>;
