import { lazy, type ReactNode, Suspense, useEffect, useState } from "react";
import { SelectField, TextAreaField, TextField } from "../../ui/field.tsx";
import { Notice } from "../../ui/notice.tsx";
import type { CardProps } from "./card-props.ts";
import { createBody, type Field, shownFields } from "./create-fields.ts";
import { EndpointCard } from "./endpoint-card.tsx";
import { faultOf, otherFaults } from "./faults.ts";
import { useKeptDocs } from "./kept-docs.ts";
import { useResponse } from "./use-response.ts";
import { useWatchedJob } from "./use-watched-job.ts";

const JobResult = lazy(async () => ({
  default: (await import("../../job-result/job-result.tsx")).JobResult,
}));

interface FieldControlProps {
  field: Field;
  value: string;
  fault: string | null;
  onChange: (value: string) => void;
}

function FieldControl({ field, value, fault, onChange }: FieldControlProps) {
  const { kind, label, fallback, values } = field;
  if (values) {
    return (
      <SelectField
        label={label}
        value={value}
        fault={fault}
        onChange={onChange}
        options={[
          { value: "", label: `Default (${fallback})` },
          ...values.map((name) => ({ value: name, label: name })),
        ]}
      />
    );
  }
  if (kind === "lines") {
    return (
      <div className="min-[420px]:col-span-2">
        <TextAreaField
          label={label}
          value={value}
          fault={fault}
          placeholder={fallback}
          onChange={(event) => onChange(event.target.value)}
        />
      </div>
    );
  }
  return (
    <TextField
      label={label}
      value={value}
      fault={fault}
      inputMode={kind === "number" ? "numeric" : undefined}
      placeholder={fallback || "https://example.com"}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

/** The section that most jobs use. The others start closed, so that the button is near. */
const COMMON = "Output";

interface SectionProps {
  title: string;
  /** Whether a field of the section is filled in or invalid. */
  isOpen: boolean;
  children: ReactNode;
}

/** Its fields are made when it opens: there are a hundred, and most readers need few. */
function Section({ title, isOpen, children }: SectionProps) {
  const [wasOpened, setOpened] = useState(title === COMMON);
  const isShown = wasOpened || isOpen;
  useEffect(() => {
    // Stays open when its last field is cleared.
    if (isOpen) setOpened(true);
  }, [isOpen]);
  return (
    <details
      open={isShown}
      onToggle={(event) => setOpened(event.currentTarget.open)}
      className="border-line border-t pt-3"
    >
      <summary className="cursor-pointer font-medium text-sm">{title}</summary>
      {isShown && <div className="mt-3 grid grid-cols-1 gap-4 min-[420px]:grid-cols-2">{children}</div>}
    </details>
  );
}

/** The job that the card has created: it is followed until it ends. */
function CreatedJob({ jobId, apiKey }: { jobId: string; apiKey: string }) {
  const { job, isLost } = useWatchedJob(jobId, apiKey);
  return (
    <>
      {isLost && (
        <Notice kind="error" live>
          The job could not be read. It keeps running: get it below with its ID.
        </Notice>
      )}
      <Suspense>{job && <JobResult job={job} />}</Suspense>
    </>
  );
}

export function CreateJobCard({ values, onValue, ...shared }: CardProps) {
  const tryIt = useResponse();
  const [{ jobId }, keep] = useKeptDocs();
  const { faults, forgive } = tryIt;
  const request = { method: "POST", path: "/jobs", body: createBody(values) } as const;
  const shown = shownFields(values);
  const [address, ...options] = shown;
  const sections = [...Map.groupBy(options, ({ section }) => section)];
  const others = otherFaults(
    shown.map(({ path }) => path),
    faults,
  );
  const control = (field: Field) => (
    <FieldControl
      key={field.path}
      field={field}
      value={values.get(field.path) ?? ""}
      fault={faultOf(field.path, field.label, faults)}
      onChange={(value) => {
        forgive(field.path);
        onValue(field.path, value);
      }}
    />
  );
  return (
    <EndpointCard
      {...shared}
      id="create-job"
      title="Create a job"
      path="/api/v1/jobs"
      request={request}
      sendLabel="Create job"
      tryIt={tryIt}
      onResponse={(text) => {
        const created = /"jobId":\s*"([^"]+)"/.exec(text)?.[1];
        keep({ jobId: created ?? null });
        if (created) onValue("jobId", created);
      }}
      fields={
        <>
          {others.length > 0 && <Notice kind="error">{others.join(" ")}</Notice>}
          {address && control(address)}
          {sections.map(([title, fields]) => (
            <Section
              key={title}
              title={title}
              isOpen={fields.some(({ path }) => values.get(path) || faultOf(path, "", faults) !== null)}
            >
              {fields.map(control)}
            </Section>
          ))}
        </>
      }
      outcome={jobId && <CreatedJob key={jobId} jobId={jobId} apiKey={shared.apiKey ?? ""} />}
    >
      Uses 1 credit. The page is rendered in the background; this card waits for the file and shows it. Fields
      that you leave blank are not sent and use their defaults.
    </EndpointCard>
  );
}
