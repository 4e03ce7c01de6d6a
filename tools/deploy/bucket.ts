/** R2: the bucket, and a rule that deletes old results even if the sweep does not run. */
import { z } from "zod";
import { PLANS } from "#contract/plans.ts";
import { CloudflareError } from "./cloudflare.ts";
import { findDatabase } from "./database.ts";
import { Refusal } from "./refusal.ts";
import { inAccount, named, type Step, type Target } from "./step.ts";

const NAME = "platen-results";
/** "Please enable R2 through the Cloudflare Dashboard." */
const NO_R2 = 10042;
/** Results, as in store/jobs/results.ts. */
const PREFIX = "results/";
/** The sweep deletes results in time. The rule acts a week after the longest retention of a plan. */
const SLACK_DAYS = 7;
const DAY_SECONDS = 86_400;
const MAX_DAYS = Math.max(...Object.values(PLANS).map((plan) => plan.retentionHours)) / 24 + SLACK_DAYS;
const RULE = {
  id: "platen: results that the sweep has not deleted",
  enabled: true,
  conditions: { prefix: PREFIX },
  deleteObjectsTransition: { condition: { type: "Age", maxAge: MAX_DAYS * DAY_SECONDS } },
};
const DELETIONS_AT_ONCE = 8;

const Bucket = z.object({ name: z.string() });
const Rules = z.object({
  rules: z
    .array(
      z.looseObject({
        id: z.string(),
        enabled: z.boolean(),
        conditions: z.looseObject({ prefix: z.string().optional() }).optional(),
        deleteObjectsTransition: z
          .looseObject({ condition: z.looseObject({ maxAge: z.number().optional() }).optional() })
          .optional(),
      }),
    )
    .default([]),
});
const Objects = z.array(z.object({ key: z.string() }));

export function bucketName(target: Target): string {
  return named(target, NAME);
}

export function bucketPath(target: Target): string {
  return inAccount(target, `r2/buckets/${bucketName(target)}`);
}

export async function hasBucket(target: Target): Promise<boolean> {
  try {
    return (await target.account.cloudflare.find(bucketPath(target), Bucket)) !== null;
  } catch (error) {
    if (!(error instanceof CloudflareError) || !error.codes.includes(NO_R2)) throw error;
    throw new Refusal(
      `The account has not switched on R2. Do it in Cloudflare's dashboard: https://dash.cloudflare.com/${target.account.id}/r2`,
    );
  }
}

export function bucketStep(target: Target): Step {
  const { cloudflare } = target.account;
  const name = bucketName(target);
  const objects = () => cloudflare.read(`${bucketPath(target)}/objects?per_page=1000`, Objects);
  return {
    name: `bucket ${name}`,
    async look() {
      if (!(await hasBucket(target))) return "create";
      // The sweep deletes files that the database does not know.
      if (!(await findDatabase(target)) && (await objects()).length > 0)
        throw new Refusal(
          `The account has a bucket ${name} with files, but not its database. The service would delete these files. Rename or empty that bucket.`,
        );
      return null;
    },
    async change() {
      await cloudflare.write("POST", inAccount(target, "r2/buckets"), { name });
    },
    async loss() {
      return (await hasBucket(target)) ? "all results" : null;
    },
    async remove() {
      if (!(await hasBucket(target))) return;
      for (let left = await objects(); left.length > 0; left = await objects()) {
        const remove = async () => {
          for (let one = left.pop(); one; one = left.pop())
            await cloudflare.write("DELETE", `${bucketPath(target)}/objects/${encodeURIComponent(one.key)}`);
        };
        await Promise.all(Array.from({ length: DELETIONS_AT_ONCE }, remove));
      }
      await cloudflare.write("DELETE", bucketPath(target));
    },
  };
}

export function lifecycleStep(target: Target): Step {
  const { cloudflare } = target.account;
  const rules = async () => (await cloudflare.find(`${bucketPath(target)}/lifecycle`, Rules))?.rules ?? [];
  return {
    name: `rule: results end after ${MAX_DAYS} days`,
    async look() {
      const found = (await hasBucket(target)) ? await rules() : [];
      const rule = found.find(({ id }) => id === RULE.id);
      const isSame =
        rule?.enabled &&
        rule.conditions?.prefix === PREFIX &&
        rule.deleteObjectsTransition?.condition?.maxAge === RULE.deleteObjectsTransition.condition.maxAge;
      return isSame ? null : "set";
    },
    async change() {
      const others = (await rules()).filter(({ id }) => id !== RULE.id);
      await cloudflare.write("PUT", `${bucketPath(target)}/lifecycle`, { rules: [...others, RULE] });
    },
    loss: async () => null,
    remove: async () => {},
  };
}
