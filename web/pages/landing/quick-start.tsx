import { JOB_MESSAGES } from "#contract/job/state.ts";
import { useOrigin } from "../../client/use-origin.ts";
import { curl, KEY_PLACEHOLDER } from "../../snippets/curl.ts";
import { apiBase } from "../../snippets/request.ts";
import { CodeBlock } from "../../ui/code-block.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";

const REQUEST = {
  method: "POST",
  path: "/jobs",
  body: { url: "https://example.com", options: { outputType: "pdf" } },
} as const;

const RESPONSE = JSON.stringify(
  { jobId: "job_4f7Qm2ZxYcV9tB1nKe8LsA", status: "pending", message: JOB_MESSAGES.pending },
  null,
  2,
);

/** The first request and its response. */
export function QuickStart() {
  const command = curl(REQUEST, KEY_PLACEHOLDER, apiBase(useOrigin()));
  return (
    <section aria-labelledby="quick-start-title" className="border-line border-t py-14">
      <h2 id="quick-start-title" className="text-2xl sm:text-3xl">
        Quick start
      </h2>
      <p className="mt-2 max-w-xl text-muted">
        Register, copy your API key and send the address of a page. The response contains a job ID. Use it to
        read the job and get a signed link to the file.
      </p>
      <div className="mt-6 grid gap-4 lg:grid-cols-[3fr_2fr]">
        <CodeBlock label="Request" action={<CopyButton text={command} label="Copy" />}>
          {command}
        </CodeBlock>
        <CodeBlock label="Response, 202 Accepted">{RESPONSE}</CodeBlock>
      </div>
    </section>
  );
}
