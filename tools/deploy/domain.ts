/** The custom domain of the API Worker. Wrangler would replace DNS records that exist; this call refuses to. */
import { z } from "zod";
import { CloudflareError } from "./cloudflare.ts";
import { API } from "./deployed.ts";
import { Refusal } from "./refusal.ts";
import { type Deployment, inAccount, named, type Step } from "./step.ts";

const Zones = z.array(z.object({ id: z.string(), name: z.string(), status: z.string().optional() }));
const Domains = z.array(z.object({ id: z.string(), hostname: z.string(), service: z.string() }));

/**
 * The zone of a host name.
 * @throws Refusal if the account has no active one.
 */
export async function findZone({ account }: Deployment, host: string): Promise<string> {
  const labels = host.split(".");
  for (let from = 0; from < labels.length - 1; from++) {
    const name = labels.slice(from).join(".");
    const path = `/zones?name=${encodeURIComponent(name)}&account.id=${account.id}`;
    const [zone] = await account.cloudflare.read(path, Zones);
    if (zone && zone.status !== "active")
      throw new Refusal(`The domain ${name} is not active on Cloudflare yet. Finish its set-up first.`);
    if (zone) return zone.id;
  }
  throw new Refusal(
    `The account ${account.name} has no domain for ${host}. Add it to Cloudflare, or change the environment in platen.config.ts.`,
  );
}

export function domainStep(deployment: Deployment): Step {
  const { cloudflare } = deployment.account;
  const { host } = deployment.environment;
  const service = named(deployment, API);
  async function attached() {
    const path = inAccount(deployment, `workers/domains?hostname=${encodeURIComponent(host)}`);
    const domains = await cloudflare.read(path, Domains);
    return domains.find(({ hostname }) => hostname === host) ?? null;
  }
  return {
    name: `domain ${host}`,
    async look() {
      const found = await attached();
      if (found && found.service !== service)
        throw new Refusal(`${host} belongs to the Worker ${found.service}. Detach it there first.`);
      await findZone(deployment, host);
      return found ? null : "attach";
    },
    async change() {
      const zoneId = await findZone(deployment, host);
      try {
        await cloudflare.write("PUT", inAccount(deployment, "workers/domains"), {
          hostname: host,
          service,
          environment: "production",
          zone_id: zoneId,
        });
      } catch (error) {
        if (!(error instanceof CloudflareError) || error.status !== 409) throw error;
        throw new Refusal(`${host} has DNS records already. Delete them in Cloudflare's dashboard first.`, {
          cause: error,
        });
      }
    },
    async loss() {
      const found = await attached();
      return found?.service === service ? "the address" : null;
    },
    async remove() {
      const found = await attached();
      if (found?.service === service)
        await cloudflare.write("DELETE", inAccount(deployment, `workers/domains/${found.id}`));
    },
  };
}
