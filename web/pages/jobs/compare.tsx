/** Two jobs side by side. The address names both, so a comparison can be shared within the account. */
import { Link, useSearchParams } from "wouter";
import { OUTPUT_LABELS } from "#contract/job/values.ts";
import type { JobView } from "#contract/job/view.ts";
import { useHiddenJobs } from "../../job-list/deletion.ts";
import { JobBadge } from "../../job-list/job-badge.tsx";
import { jobName } from "../../job-result/job-name.ts";
import { isGone, useJob, useJobPages } from "../../queries/jobs.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { SelectField } from "../../ui/field.tsx";
import { EmptyState, ErrorState, Skeleton } from "../../ui/states.tsx";
import { Table } from "../../ui/table.tsx";
import { moment } from "../../words/dates.ts";
import { factsOf } from "./compared-facts.ts";
import { Differences } from "./differences.tsx";
import { JobPreview } from "./job-preview.tsx";

const SIDES = ["a", "b"] as const;
type Side = (typeof SIDES)[number];
const NAMES = { a: "First job", b: "Second job" } as const satisfies Record<Side, string>;

function optionText(job: JobView): string {
  return `${jobName(job)}, ${OUTPUT_LABELS[job.outputType]}, ${moment(job.createdAt)}`;
}

interface PickerProps {
  side: Side;
  id: string;
  /** The chosen job, which may be older than the listed ones. */
  job: JobView | undefined;
  onChange: (id: string) => void;
}

function Picker({ side, id, job, onChange }: PickerProps) {
  const hidden = useHiddenJobs();
  const listed = useJobPages({}).data?.pages[0]?.jobs.filter(({ jobId }) => !hidden.has(jobId)) ?? [];
  const others = job && !listed.some(({ jobId }) => jobId === job.jobId) ? [job] : [];
  return (
    <SelectField
      label={NAMES[side]}
      value={id}
      options={[
        { value: "", label: "Choose a job" },
        ...[...others, ...listed].map((one) => ({ value: one.jobId, label: optionText(one) })),
      ]}
      onChange={onChange}
    />
  );
}

function Column({ side, id, read }: { side: Side; id: string; read: ReturnType<typeof useJob> }) {
  const { data, isError, error, refetch } = read;
  const isAbsent = isGone(error);
  const job = isAbsent ? undefined : data;
  return (
    <Card title={NAMES[side]} aside={job && <JobBadge job={job} />}>
      {id === "" && (
        <EmptyState icon="page" title="No job chosen">
          Choose a job above.
        </EmptyState>
      )}
      {isAbsent && (
        <EmptyState icon="page" title="This job does not exist">
          It was deleted, or it belongs to another account.
        </EmptyState>
      )}
      {isError && !isAbsent && !job && (
        <ErrorState message="The job could not be loaded." onRetry={() => void refetch()} />
      )}
      {id !== "" && !isError && !job && <Skeleton lines={8} />}
      {job && (
        <>
          <p className="[overflow-wrap:anywhere]">
            <Link
              href={`/jobs/${job.jobId}`}
              title={job.url}
              className="line-clamp-3 font-medium text-accent hover:underline"
            >
              {jobName(job)}
            </Link>
          </p>
          <JobPreview key={job.jobId} job={job} />
        </>
      )}
    </Card>
  );
}

export function Compare() {
  const [query, setQuery] = useSearchParams();
  const ids = { a: query.get("a") ?? "", b: query.get("b") ?? "" };
  const [first, second] = [useJob(ids.a || null), useJob(ids.b || null)];
  const found = { a: first, b: second };
  function choose(side: Side, id: string) {
    setQuery((before) => {
      const next = new URLSearchParams(before);
      next.set(side, id);
      return next;
    });
  }
  return (
    <div className="space-y-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-2xl">Compare jobs</h1>
        <ButtonLink size="small" look="quiet" icon="arrowLeft" href="/jobs">
          All jobs
        </ButtonLink>
      </div>
      <div className="grid gap-3 sm:grid-cols-2">
        {SIDES.map((side) => (
          <Picker
            key={side}
            side={side}
            id={ids[side]}
            job={found[side].data}
            onChange={(id) => choose(side, id)}
          />
        ))}
      </div>
      <div className="grid items-start gap-5 md:grid-cols-2">
        {SIDES.map((side) => (
          <Column key={side} side={side} id={ids[side]} read={found[side]} />
        ))}
      </div>
      {first.data && second.data && (
        <>
          <Card title="Results">
            <Table
              label="Results of both jobs"
              columns={["Fact", NAMES.a, NAMES.b]}
              rows={factsOf(first.data, second.data)}
            />
          </Card>
          <Card title="Options that differ">
            <Differences a={first.data.options} b={second.data.options} />
          </Card>
        </>
      )}
    </div>
  );
}
