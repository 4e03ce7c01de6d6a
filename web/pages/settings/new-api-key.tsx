import { useEffect, useRef } from "react";
import type { PrivateKeyCreated } from "#contract/account/private-keys.ts";
import { show } from "../../feedback/feedback.ts";
import { Button } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";

/** Shows a new key once. Nothing can show it again. */
export function NewApiKey({ created, onDone }: { created: PrivateKeyCreated; onDone: () => void }) {
  const box = useRef<HTMLElement>(null);

  useEffect(() => box.current?.focus(), []);

  return (
    <section
      ref={box}
      tabIndex={-1}
      aria-label="Your new API key"
      className="rounded-md border border-good/50 bg-good-wash px-3.5 py-3 [&:has(+ul)]:mb-5"
    >
      <p className="font-semibold text-good">“{created.api_key.name}” is ready</p>
      <p className="mt-0.5 text-sm">Copy the key now. It is not shown again.</p>
      <code className="mt-2 block rounded-md border border-line bg-sheet px-3 py-2 font-mono text-sm [overflow-wrap:anywhere]">
        {created.key}
      </code>
      <div className="mt-3 flex flex-wrap gap-2">
        <CopyButton
          text={created.key}
          label="Copy"
          onFailure={() => show("error", "Failed to copy API key")}
        />
        <Button size="small" onClick={onDone}>
          Done
        </Button>
      </div>
    </section>
  );
}
