import type { JobView } from "#contract/job/view.ts";
import { JobResult } from "../../job-result/job-result.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { moment } from "../../words/dates.ts";

/** The job's result or progress; once the file does not exist any more, what became of it. */
export function JobPreview({ job }: { job: JobView }) {
  const { result } = job;
  if (!result?.expired) return <JobResult job={job} />;
  return result.deleted ? (
    <EmptyState icon="page" title="The file was deleted">
      Run the job again for a new file.
    </EmptyState>
  ) : (
    <EmptyState icon="page" title="The file has expired">
      It was kept until {moment(result.expiresAt)}. Run the job again for a new file.
    </EmptyState>
  );
}
