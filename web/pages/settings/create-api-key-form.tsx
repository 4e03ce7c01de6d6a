import { type FormEvent, useState } from "react";
import type { PrivateKeyCreated } from "#contract/account/private-keys.ts";
import type { KeyMode } from "#contract/api-keys.ts";
import { LIMITS } from "#contract/limits.ts";
import { sentenceOf } from "../../client/failure.ts";
import { clear, show } from "../../feedback/feedback.ts";
import { useCreatePrivateKey } from "../../queries/private-keys.ts";
import { Button } from "../../ui/button.tsx";
import { Choice } from "../../ui/choice.tsx";
import { KeyFields, keyOf, NEW_KEY } from "./key-fields.tsx";

const MODES = [
  { value: "live", label: "Live" },
  { value: "test", label: "Test" },
] as const;

const MODE_HINTS = {
  live: "Jobs of a live key use your credits.",
  test: `Jobs of a test key cost no credits, and their files are marked “TEST”. Your account has ${LIMITS.testJobsPerDay} of them a day.`,
} as const satisfies Record<KeyMode, string>;

export function CreateApiKeyForm({ onCreated }: { onCreated: (created: PrivateKeyCreated) => void }) {
  const create = useCreatePrivateKey();
  const [mode, setMode] = useState<KeyMode>("live");
  const [typed, setTyped] = useState(NEW_KEY);
  const [tried, setTried] = useState(false);

  function submit(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    clear();
    const key = keyOf(mode === "test" ? { ...typed, ceiling: "" } : typed);
    if (!key) return;
    create.mutate(
      { ...key, mode },
      {
        onSuccess: onCreated,
        onError: (error) => show("error", sentenceOf(error, "Failed to create API key")),
      },
    );
  }

  return (
    <form
      onSubmit={submit}
      noValidate
      aria-label="Create an API key"
      className="space-y-4 border-line *:max-w-xl has-[+ul]:mb-5 has-[+ul]:border-b has-[+ul]:pb-5"
    >
      <div>
        <Choice label="Mode" value={mode} options={MODES} onChange={setMode} />
        <p className="mt-1 text-muted text-sm">{MODE_HINTS[mode]}</p>
      </div>
      <KeyFields typed={typed} mode={mode} tried={tried} onChange={setTyped} />
      <Button type="submit" look="primary" busy={create.isPending}>
        Create API key
      </Button>
    </form>
  );
}
