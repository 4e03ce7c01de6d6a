import type { ReactNode } from "react";
import type { JobView } from "#contract/job/view.ts";
import { usePrivateKeys } from "../../queries/private-keys.ts";
import { usePublicKeys } from "../../queries/public-keys.ts";
import { Facts } from "../../ui/facts.tsx";
import { moment } from "../../words/dates.ts";
import { counted, size } from "../../words/sizes.ts";
import { SOURCE_LABELS } from "./filters.ts";

function creditsOf({ status, test }: JobView): string {
  if (test) return "0, created by a test key";
  if (status === "failed" || status === "canceled") return "0, the credit was refunded";
  return status === "completed" ? "1" : "1, refunded if the job fails";
}

/** What of the page arrived. */
function arrivalOf({ result }: JobView): [string, string][] {
  if (!result?.completeness) return [];
  const { images, requests } = result.completeness;
  const missing = requests.failed + requests.slow + requests.blocked;
  return [
    ["Images", images.total === 0 ? "none" : `${images.loaded} of ${images.total} loaded`],
    ["Requests", `${requests.total}${missing > 0 ? `, ${missing} not loaded` : ""}`],
  ];
}

/** Where the job comes from, when it ran and what it used. */
export function JobFacts({ job }: { job: JobView }) {
  const { data: privateKeys = [] } = usePrivateKeys();
  const { data: publicKeys = [] } = usePublicKeys();
  const { result, credits, keyId } = job;
  const keyName = [...privateKeys, ...publicKeys].find(({ id }) => id === keyId)?.name;
  const facts: [string, ReactNode][] = [
    ["Source", keyName ? `${SOURCE_LABELS[job.source]}, key “${keyName}”` : SOURCE_LABELS[job.source]],
    ["Created", moment(job.createdAt)],
  ];
  if (job.finishedOn !== null) facts.push(["Ended", moment(job.finishedOn)]);
  if (result) {
    facts.push(["Size", size(result.bytes)]);
    if (result.pages !== undefined) facts.push(["Pages", counted(result.pages, "page")]);
    if (!result.expired) facts.push(["Kept until", moment(result.expiresAt)]);
  }
  facts.push(...arrivalOf(job), ["Credits", creditsOf(job)]);
  if (credits)
    facts.push([
      "Credits left",
      `${credits.remaining.toLocaleString("en-US")} of ${credits.monthly_limit.toLocaleString("en-US")}`,
    ]);
  facts.push(["Job ID", <code key="id">{job.jobId}</code>]);
  return <Facts facts={facts.map(([name, value]) => ({ name, value }))} />;
}
