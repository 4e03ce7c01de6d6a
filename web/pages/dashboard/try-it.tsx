import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import { OPTIONS } from "#contract/job/options.ts";
import { isFinal } from "#contract/job/state.ts";
import {
  FORM_FACTORS,
  type FormFactor,
  OUTPUT_LABELS,
  OUTPUT_TYPES,
  type OutputType,
} from "#contract/job/values.ts";
import { sentenceOf } from "../../client/failure.ts";
import { useCreateJob, useJob, useReloadAfterJob } from "../../queries/jobs.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Choice } from "../../ui/choice.tsx";
import { TextField } from "../../ui/field.tsx";
import { Notice } from "../../ui/notice.tsx";
import { pageAddress } from "./page-address.ts";
import { TryItResult } from "./try-it-result.tsx";

const OUTPUTS = OUTPUT_TYPES.map((value) => ({ value, label: OUTPUT_LABELS[value] }));
const FORMS = FORM_FACTORS.map((value) => ({ value, label: value === "mobile" ? "Mobile" : "Desktop" }));

/** Form that converts one page and shows its result below. */
export function TryIt() {
  const [address, setAddress] = useState("");
  const [outputType, setOutputType] = useState<OutputType>(OPTIONS.outputType.default);
  const [formFactor, setFormFactor] = useState<FormFactor>(OPTIONS.formFactor.default);
  const [tried, setTried] = useState(false);
  const [jobId, setJobId] = useState<string | null>(null);
  const field = useId();
  const form = useRef<HTMLFormElement>(null);
  const create = useCreateJob();
  const { data: job, isError: isLost } = useJob(jobId);
  const reload = useReloadAfterJob();

  const checked = pageAddress(address);
  const ended = job !== undefined && isFinal(job.status);
  const running = create.isPending || (jobId !== null && !ended && !isLost);

  useEffect(() => {
    if (ended) void reload();
  }, [ended, reload]);

  function convert(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    if (!checked.url) {
      const input = form.current?.elements.namedItem(field);
      if (input instanceof HTMLElement) input.focus();
      return;
    }
    setJobId(null);
    create.mutate(
      { url: checked.url, options: { outputType, formFactor } },
      { onSuccess: (created) => setJobId(created.jobId) },
    );
  }

  return (
    <Card
      title="Convert a page"
      note="Costs 1 credit, the same as an API call. The credit is refunded if the job fails."
    >
      <form ref={form} onSubmit={convert} noValidate className="flex flex-wrap items-start gap-3">
        <div className="min-w-0 flex-1 basis-72">
          <TextField
            bare
            label="Page address"
            name={field}
            type="url"
            inputMode="url"
            autoCapitalize="none"
            spellCheck={false}
            placeholder="https://example.com"
            value={address}
            fault={tried ? checked.fault : null}
            onChange={(event) => setAddress(event.target.value)}
          />
        </div>
        <Choice bare label="Output" value={outputType} options={OUTPUTS} onChange={setOutputType} />
        <Choice bare label="Device" value={formFactor} options={FORMS} onChange={setFormFactor} />
        <Button type="submit" look="primary" busy={running}>
          Convert
        </Button>
      </form>
      {create.isError && (
        <div className="mt-4">
          <Notice kind="error" live>
            {sentenceOf(create.error, "Request failed")}
          </Notice>
        </div>
      )}
      {isLost && (
        <div className="mt-4">
          <Notice kind="error" live>
            The status of the job could not be loaded. The job keeps running; see Recent Jobs.
          </Notice>
        </div>
      )}
      {jobId && job && <TryItResult job={job} />}
    </Card>
  );
}
