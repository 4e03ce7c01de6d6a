import { SelectField, TextField } from "../../ui/field.tsx";
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

export function CreateJobCard({ values, onValue, ...shared }: CardProps) {
  const request = { method: "POST", path: "/jobs", body: createBody(values) } as const;
  const [address, ...options] = shownFields(values);
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
          <div className="grid grid-cols-1 gap-4 min-[420px]:grid-cols-2">{options.map(control)}</div>
        </>
      }
    >
      Uses 1 credit and returns immediately. The page is rendered in the background. Fields that you leave
      blank are not sent and use their defaults.
    </EndpointCard>
  );
}
