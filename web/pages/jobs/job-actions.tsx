import { useLocation } from "wouter";
import { isFinal } from "#contract/job/state.ts";
import type { JobView } from "#contract/job/view.ts";
import { sentenceOf } from "../../client/failure.ts";
import { show } from "../../feedback/feedback.ts";
import { useDeleteJobs } from "../../job-list/deletion.ts";
import { repeatFault } from "../../job-list/repeat.ts";
import { useCancelJob, useCreateJob } from "../../queries/jobs.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { formLink } from "./option-values.ts";

/** What can be done with a job: run it again as it is or with changes, compare, cancel, delete. */
export function JobActions({ job }: { job: JobView }) {
  const [, navigate] = useLocation();
  const create = useCreateJob();
  const cancel = useCancelJob();
  const deleteJobs = useDeleteJobs();
  const fault = repeatFault(job);
  const { href, leftOut } = formLink(job);

  async function runAgain() {
    try {
      const { jobId } = await create.mutateAsync({ url: job.url, options: job.options });
      navigate(`/jobs/${jobId}`);
    } catch (error) {
      show("error", sentenceOf(error, "Request failed"));
    }
  }
  function cancelJob() {
    cancel.mutate(job.jobId, {
      onError: (error) => show("error", sentenceOf(error, "The job could not be canceled")),
    });
  }
  function deleteJob() {
    deleteJobs([job.jobId]);
    navigate("/jobs");
  }

  return (
    <div>
      <div className="flex flex-wrap gap-2">
        {fault === null && (
          <Button look="primary" icon="refresh" busy={create.isPending} onClick={() => void runAgain()}>
            Run again
          </Button>
        )}
        {job.input === "url" && (
          <ButtonLink icon="pencil" href={href}>
            Change and run
          </ButtonLink>
        )}
        <ButtonLink href={`/jobs/compare?a=${job.jobId}`}>Compare</ButtonLink>
        {job.status === "pending" && (
          <Button busy={cancel.isPending} onClick={cancelJob}>
            Cancel
          </Button>
        )}
        {isFinal(job.status) && (
          <Button icon="trash" onClick={deleteJob}>
            Delete
          </Button>
        )}
      </div>
      {fault !== null && <p className="mt-2 text-muted text-sm">{fault}</p>}
      {job.input === "url" && leftOut.length > 0 && (
        <p className="mt-2 text-muted text-sm">
          “Change and run” leaves out {leftOut.join(", ")}: enter {leftOut.length === 1 ? "it" : "them"}{" "}
          again.
        </p>
      )}
    </div>
  );
}
