/** Converts what the visitor wants: the check against robots, the job's stages, and its file or the refusal. */
import { lazy, Suspense, useEffect, useRef } from "react";
import { CallFailure, hasCode, sentenceOf } from "../../client/failure.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { useTurnstile } from "../auth/turnstile.tsx";
import { useDemoJob, type Wanted } from "./use-demo-job.ts";

const JobResult = lazy(async () => ({
  default: (await import("../../job-result/job-result.tsx")).JobResult,
}));

/** What the server says about the address. */
function addressFault(error: unknown): string | null {
  if (!(error instanceof CallFailure)) return null;
  return error.details.find(({ path }) => path === "url")?.message ?? null;
}

function Refusal({ error }: { error: unknown }) {
  const isOver = hasCode(error, "demo_limit_reached") || hasCode(error, "demo_unavailable");
  return (
    <Notice
      kind={isOver ? "warning" : "error"}
      live
      actions={
        isOver && (
          <ButtonLink href="/auth?tab=register" size="small">
            Register for free
          </ButtonLink>
        )
      }
    >
      {sentenceOf(error, "The page could not be converted. Please try again.")}
    </Notice>
  );
}

interface DemoRunProps {
  wanted: Wanted | null;
  onBusy: (isBusy: boolean) => void;
  /** Called with what is wrong with the address, or what the visitor has to do first. */
  onFault: (fault: string) => void;
}

export function DemoRun({ wanted, onBusy, onFault }: DemoRunProps) {
  const turnstile = useTurnstile("demo");
  const { job, error, isBusy, convert } = useDemoJob();
  const begun = useRef<Wanted | null>(null);
  const wrongAddress = addressFault(error);

  useEffect(() => {
    if (!wanted || begun.current === wanted) return;
    begun.current = wanted;
    const human = turnstile.prove();
    if ("missing" in human) onFault(human.missing);
    else void convert({ ...wanted, ...human.fields });
  }, [wanted, turnstile, convert, onFault]);

  useEffect(() => onBusy(isBusy), [isBusy, onBusy]);
  useEffect(() => {
    if (wrongAddress !== null) onFault(wrongAddress);
  }, [wrongAddress, onFault]);

  return (
    <>
      {turnstile.box && <div className="mt-4">{turnstile.box}</div>}
      {error !== undefined && wrongAddress === null && (
        <div className="mt-4">
          <Refusal error={error} />
        </div>
      )}
      {job && (
        <Suspense>
          <JobResult job={job} />
        </Suspense>
      )}
    </>
  );
}
