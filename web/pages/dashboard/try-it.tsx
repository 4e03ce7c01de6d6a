import { type FormEvent, lazy, Suspense, useEffect, useId, useRef, useState } from "react";
import { OUTPUT_OPTIONS } from "#contract/job/output-options.ts";
import { isFinal } from "#contract/job/state.ts";
import {
  FORM_FACTORS,
  type FormFactor,
  OUTPUT_LABELS,
  OUTPUT_TYPES,
  type OutputType,
} from "#contract/job/values.ts";
import { CallFailure, hasCode, sentenceOf } from "../../client/failure.ts";
import { useCreateJob, useJob, useReloadAfterJob } from "../../queries/jobs.ts";
import { useProfile } from "../../queries/profile.ts";
import { keep } from "../../session/kept.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Choice } from "../../ui/choice.tsx";
import { TextField } from "../../ui/field.tsx";
import { Notice } from "../../ui/notice.tsx";
import { withScheme } from "../../words/address.ts";
import { CreditActions } from "./credit-usage.tsx";

const JobResult = lazy(async () => ({
  default: (await import("../../job-result/job-result.tsx")).JobResult,
}));

const OUTPUTS = OUTPUT_TYPES.map((value) => ({ value, label: OUTPUT_LABELS[value] }));
const FORMS = FORM_FACTORS.map((value) => ({ value, label: value === "mobile" ? "Mobile" : "Desktop" }));

interface KeptForm {
  address: string;
  outputType: OutputType;
  formFactor: FormFactor;
  jobId: string | null;
}

const useKeptForm = keep<KeptForm>({
  address: "",
  outputType: OUTPUT_OPTIONS.outputType.default,
  formFactor: OUTPUT_OPTIONS.formFactor.default,
  jobId: null,
});

/** What the server says about the address. */
function addressFault(error: unknown): string | null {
  if (!(error instanceof CallFailure)) return null;
  return error.details.find(({ path }) => path === "url")?.message ?? null;
}

/** The list of addresses that are refused is large, so it is loaded only here. Without it, the API checks the address. */
async function check(address: string): Promise<{ url: string; fault: null } | { url: null; fault: string }> {
  try {
    return (await import("./page-address.ts")).pageAddress(address);
  } catch (error) {
    console.error("The check of addresses could not be loaded.", error);
    return { url: withScheme(address.trim()), fault: null };
  }
}

/** Form that converts one page and shows its result below. */
export function TryIt() {
  const [{ address, outputType, formFactor, jobId }, set] = useKeptForm();
  const [fault, setFault] = useState<string | null>(null);
  const field = useId();
  const form = useRef<HTMLFormElement>(null);
  const { data: profile } = useProfile();
  const create = useCreateJob();
  const { data: job, isError: isLost } = useJob(jobId);
  const reload = useReloadAfterJob();

  const wrongAddress = addressFault(create.error);
  const ended = job !== undefined && isFinal(job.status);
  const running = create.isPending || (jobId !== null && !ended && !isLost);

  useEffect(() => {
    if (ended) void reload();
  }, [ended, reload]);

  async function convert(event: FormEvent) {
    event.preventDefault();
    try {
      const checked = await check(address);
      setFault(checked.fault);
      if (!checked.url) {
        const input = form.current?.elements.namedItem(field);
        if (input instanceof HTMLElement) input.focus();
        return;
      }
      set({ jobId: null });
      // Not in a callback of the mutation, because those are dropped when another tab is shown meanwhile.
      const created = await create.mutateAsync({ url: checked.url, options: { outputType, formFactor } });
      set({ jobId: created.jobId });
    } catch (error) {
      console.error("The page could not be converted.", error);
    }
  }

  return (
    <Card
      title="Convert a page"
      note="Costs 1 credit, the same as an API call. The credit is refunded if the job fails."
    >
      <form
        ref={form}
        onSubmit={(event) => void convert(event)}
        noValidate
        className="flex flex-wrap items-start gap-3"
      >
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
            fault={fault ?? wrongAddress}
            onChange={(event) => {
              create.reset();
              setFault(null);
              set({ address: event.target.value });
            }}
          />
        </div>
        <Choice
          bare
          label="Output"
          value={outputType}
          options={OUTPUTS}
          onChange={(value) => set({ outputType: value })}
        />
        <Choice
          bare
          label="Device"
          value={formFactor}
          options={FORMS}
          onChange={(value) => set({ formFactor: value })}
        />
        <Button type="submit" look="primary" busy={running}>
          Convert
        </Button>
      </form>
      {create.isError && wrongAddress === null && (
        <div className="mt-4">
          <Notice
            kind="error"
            live
            actions={
              profile &&
              hasCode(create.error, "credits_exhausted") && <CreditActions profile={profile} isExhausted />
            }
          >
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
      <Suspense>{jobId && job && <JobResult job={job} />}</Suspense>
    </Card>
  );
}
