import { useState } from "react";
import { TextField } from "../../ui/field.tsx";
import type { CardProps } from "./card-props.ts";
import { EndpointCard } from "./endpoint-card.tsx";
import { useResponse } from "./use-response.ts";

const CALLS = {
  GET: {
    id: "get-job",
    title: "Get a job",
    sendLabel: "Get job",
    about:
      "Returns the status, the progress and, once the job is completed, the result with a signed link that is valid for one hour. Repeat the request while the status is pending or processing.",
  },
  DELETE: {
    id: "cancel-job",
    title: "Cancel a job",
    sendLabel: "Cancel job",
    about:
      "Cancels a pending job and refunds its credit. If the job has finished, deletes its stored result.",
  },
} as const;

/** The endpoints for an existing job: get it, or cancel it. */
export function JobCard({ method, values, onValue, ...shared }: CardProps & { method: keyof typeof CALLS }) {
  const jobId = values.get("jobId") ?? "";
  const [tried, setTried] = useState(false);
  const tryIt = useResponse();
  const { about, ...card } = CALLS[method];
  return (
    <EndpointCard
      {...shared}
      {...card}
      path="/api/v1/jobs/{jobId}"
      request={{ method, path: `/jobs/${jobId ? encodeURIComponent(jobId) : "JOB_ID"}` }}
      tryIt={tryIt}
      check={() => {
        setTried(true);
        return jobId !== "" || shared.apiKey === "";
      }}
      fields={
        <TextField
          label="jobId"
          value={jobId}
          placeholder="job_…"
          fault={tried && jobId === "" ? "Please enter the ID of a job" : null}
          onChange={(event) => onValue("jobId", event.target.value.trim())}
        />
      }
    >
      {about}
    </EndpointCard>
  );
}
