import { useState } from "react";
import type { Operation } from "../../docs-content/content.ts";
import { Choice } from "../../ui/choice.tsx";
import { CodeBlock } from "../../ui/code-block.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";

/** Example responses. The first is the usual one: what is created, or what was asked for. */
export function ResponseSample({ operation }: { operation: Operation }) {
  const samples = operation.responses.filter(({ example }) => example !== "");
  const usual = operation.method === "POST" ? samples.at(-1) : samples[0];
  const [status, setStatus] = useState(usual?.status ?? "");
  const sample = samples.find((candidate) => candidate.status === status);
  if (!sample) return null;
  return (
    <div className="min-w-0 space-y-2">
      <Choice
        label={`Response of “${operation.title}”`}
        bare
        value={status}
        options={samples.map((each) => ({ value: each.status, label: each.status }))}
        onChange={setStatus}
      />
      <CodeBlock
        label="Response"
        isShort
        action={<CopyButton compact text={sample.example} label="Copy the response" />}
      >
        {sample.example}
      </CodeBlock>
    </div>
  );
}
