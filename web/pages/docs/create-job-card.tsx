import type { ReactNode } from "react";
import { SelectField, TextAreaField, TextField } from "../../ui/field.tsx";
import type { CardProps } from "./card-props.ts";
import { createBody, type Field, shownFields } from "./create-fields.ts";
import { EndpointCard } from "./endpoint-card.tsx";

interface FieldControlProps {
  field: Field;
  value: string;
  onChange: (value: string) => void;
}

function FieldControl({ field, value, onChange }: FieldControlProps) {
  const { kind, label, fallback, values } = field;
  if (values) {
    return (
      <SelectField
        label={label}
        value={value}
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
      inputMode={kind === "number" ? "numeric" : undefined}
      placeholder={fallback || "https://example.com"}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

/** Sections that most jobs use. The others start closed. */
const COMMON: readonly string[] = ["Output", "PDF", "Screenshot"];

interface SectionProps {
  title: string;
  /** Whether a field of the section is filled in. */
  isOpen: boolean;
  children: ReactNode;
}

function Section({ title, isOpen, children }: SectionProps) {
  return (
    <details open={isOpen || COMMON.includes(title)} className="border-edge border-t pt-3">
      <summary className="mb-3 cursor-pointer font-medium text-sm">{title}</summary>
      <div className="grid grid-cols-1 gap-4 min-[420px]:grid-cols-2">{children}</div>
    </details>
  );
}

export function CreateJobCard({ values, onValue, ...shared }: CardProps) {
  const request = { method: "POST", path: "/jobs", body: createBody(values) } as const;
  const [address, ...options] = shownFields(values);
  const sections = [...Map.groupBy(options, ({ section }) => section)];
  const control = (field: Field) => (
    <FieldControl
      key={field.path}
      field={field}
      value={values.get(field.path) ?? ""}
      onChange={(value) => onValue(field.path, value)}
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
      onResponse={(text) => {
        const jobId = /"jobId":\s*"([^"]+)"/.exec(text)?.[1];
        if (jobId) onValue("jobId", jobId);
      }}
      fields={
        <>
          {address && control(address)}
          {sections.map(([title, fields]) => (
            <Section key={title} title={title} isOpen={fields.some(({ path }) => values.get(path))}>
              {fields.map(control)}
            </Section>
          ))}
        </>
      }
    >
      Uses 1 credit and returns immediately. The page is rendered in the background. Fields that you leave
      blank are not sent and use their defaults.
    </EndpointCard>
  );
}
