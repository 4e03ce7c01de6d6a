/**
 * The form in which a visitor without an account converts a page. What it needs to convert is loaded when it is first
 * used, so that the landing page stays small.
 */
import { type FormEvent, lazy, Suspense, useRef, useState } from "react";
import { DEMO_JOBS_PER_DAY } from "#contract/demo.ts";
import { BUTTON_OUTPUT_TYPES, type ButtonOutputType, OUTPUT_LABELS } from "#contract/job/values.ts";
import { Button } from "../../ui/button.tsx";
import { Choice } from "../../ui/choice.tsx";
import { ErrorBoundary } from "../../ui/error-boundary.tsx";
import { TextField } from "../../ui/field.tsx";
import { withScheme } from "../../words/address.ts";
import type { Wanted } from "./use-demo-job.ts";

const DemoRun = lazy(async () => ({ default: (await import("./demo-run.tsx")).DemoRun }));

const OUTPUTS = BUTTON_OUTPUT_TYPES.map((value) => ({ value, label: OUTPUT_LABELS[value] }));

export function DemoForm() {
  const [address, setAddress] = useState("");
  const [outputType, setOutputType] = useState<ButtonOutputType>("pdf");
  const [wanted, setWanted] = useState<Wanted | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const [isUsed, setUsed] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);

  function submit(event: FormEvent) {
    event.preventDefault();
    const typed = address.trim();
    setUsed(true);
    setFault(typed ? null : "Please enter the address of a page");
    if (typed) return setWanted({ url: withScheme(typed), outputType });
    form.current?.querySelector("input")?.focus();
  }

  return (
    <section aria-label="Try it" className="rounded-lg border border-line bg-sheet p-4 shadow-sm sm:p-5">
      <form
        ref={form}
        onSubmit={submit}
        onFocus={() => setUsed(true)}
        noValidate
        className="flex flex-wrap items-start gap-3"
      >
        <div className="min-w-0 flex-1 basis-72">
          <TextField
            bare
            label="Page address"
            type="url"
            inputMode="url"
            autoCapitalize="none"
            autoComplete="url"
            spellCheck={false}
            placeholder="https://example.com"
            value={address}
            fault={fault}
            onChange={(event) => {
              setFault(null);
              setAddress(event.target.value);
            }}
          />
        </div>
        <Choice bare label="Output" value={outputType} options={OUTPUTS} onChange={setOutputType} />
        <Button type="submit" look="primary" busy={isBusy}>
          Convert
        </Button>
      </form>
      <p className="mt-3 text-muted text-sm">
        Try it without an account: {DEMO_JOBS_PER_DAY} pages a day. PDFs have one page and a watermark, as on
        the Free plan.
      </p>
      {isUsed && (
        <ErrorBoundary fallback={<p role="alert">This form could not be loaded. Please reload the page.</p>}>
          <Suspense>
            <DemoRun wanted={wanted} onBusy={setBusy} onFault={setFault} />
          </Suspense>
        </ErrorBoundary>
      )}
    </section>
  );
}
