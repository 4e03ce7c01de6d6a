/** What `isolated-service.ts` reports to the test. */
import { z } from "zod";
import { JobView } from "#contract/job/view.ts";

export const Report = z.object({
  /** The finished jobs, by the attack's address on the attacker's site. */
  jobs: z.record(z.string(), JobView),
  /** Connections to the canary after the attacks on its addresses and before those on its name. */
  connectionsByAddress: z.number(),
  /** Requests to the canary in all attacks before the rebinding ones. */
  canaryRequests: z.array(z.string()),
  /** Requests and UDP packets to the forbidden port in all attacks. */
  portRequests: z.array(z.string()),
  /** Paths requested from the attacker's sites. */
  visits: z.array(z.string()),
  /** Objects in the service's storage at the end. */
  storedObjects: z.number(),
});
export type Report = z.infer<typeof Report>;
