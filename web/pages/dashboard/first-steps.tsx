/**
 * The first steps of an account's first month. Each ticks itself. The card disappears when all are done or the user
 * closes it. It has its full height from the beginning, so that nothing below it moves.
 */
import { type ReactNode, useEffect } from "react";
import type { Profile } from "#contract/account/profile.ts";
import { sentenceOf } from "../../client/failure.ts";
import { show } from "../../feedback/feedback.ts";
import { useApiKey } from "../../queries/api-key.ts";
import { useRecentJobs } from "../../queries/jobs.ts";
import { usePublicKeys } from "../../queries/public-keys.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { classes } from "../../ui/classes.ts";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { FIRST_STEPS, type FirstStep, useKeptSteps } from "./kept-steps.ts";

const MAX_AGE_MS = 30 * 86_400_000;

interface StepProps {
  title: string;
  isDone: boolean;
  children: ReactNode;
}

function Step({ title, isDone, children }: StepProps) {
  return (
    <li className="flex min-w-0 items-start gap-2.5">
      <span
        className={classes(
          "mt-0.5 grid size-5 shrink-0 place-items-center rounded-full border",
          isDone ? "border-good bg-good-wash text-good" : "border-edge",
        )}
      >
        {isDone && <Icon name="check" size={12} />}
      </span>
      <div className="min-w-0">
        <p className={classes("font-medium", isDone && "text-muted")}>
          {title}
          {isDone && <span className="sr-only"> (done)</span>}
        </p>
        <div className="mt-1.5 text-muted text-sm">{children}</div>
      </div>
    </li>
  );
}

interface StepsProps {
  done: ReadonlySet<string>;
  keep: (...steps: FirstStep[]) => void;
}

function Steps({ done, keep }: StepsProps) {
  const { data: key, refetch: loadKey } = useApiKey();
  const { data: list } = useRecentJobs();
  const { data: publicKeys } = usePublicKeys();
  const now: Record<FirstStep, boolean> = {
    key: Boolean(key?.api_key.last_used_at),
    file: list?.jobs.some(({ status }) => status === "completed") ?? false,
    button: (publicKeys?.length ?? 0) > 0,
  };
  const fresh = FIRST_STEPS.filter((step) => now[step] && !done.has(step)).join();

  useEffect(() => {
    const steps = FIRST_STEPS.filter((step) => fresh.split(",").includes(step));
    if (steps.length > 0) keep(...steps);
  }, [fresh, keep]);

  const isDone = (step: FirstStep) => now[step] || done.has(step);
  if (FIRST_STEPS.every(isDone)) return null;

  async function keyText(): Promise<string> {
    const { api_key } = key ?? (await loadKey({ throwOnError: true })).data ?? {};
    if (!api_key) throw new Error("The API key could not be loaded.");
    return api_key.key;
  }

  return (
    <Card
      title="First steps"
      aside={
        <Button size="small" look="quiet" icon="close" onClick={() => keep(...FIRST_STEPS)}>
          Close
        </Button>
      }
    >
      <ol className="grid gap-x-6 gap-y-4 md:grid-cols-3">
        <Step title="Copy your API key" isDone={isDone("key")}>
          <p className="mb-2">Your server sends it with each request.</p>
          <CopyButton
            label="Copy key"
            text={keyText}
            onCopied={() => keep("key")}
            onFailure={(error) => show("error", sentenceOf(error, "Failed to copy API key"))}
          />
        </Step>
        <Step title="Convert your first page" isDone={isDone("file")}>
          Use the form below, or send a request with your key.
        </Step>
        <Step title="Put a button on your site" isDone={isDone("button")}>
          <p className="mb-2">It needs a public key with the domains of your site.</p>
          <ButtonLink size="small" href="/widget">
            Create a public key
          </ButtonLink>
        </Step>
      </ol>
    </Card>
  );
}

export function FirstSteps({ profile }: { profile: Profile }) {
  const [done, keep] = useKeptSteps(profile.id);
  const isNew = Date.now() - Date.parse(profile.created_at) < MAX_AGE_MS;
  // Without a verified address there is no key yet.
  const hasKey = profile.email_confirmed_at !== null;
  if (!isNew || !hasKey || FIRST_STEPS.every((step) => done.has(step))) return null;
  return <Steps done={done} keep={keep} />;
}
