import { Badge } from "../../ui/badge.tsx";
import { CodeBlock } from "../../ui/code-block.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Notice } from "../../ui/notice.tsx";
import type { Sending } from "./use-response.ts";

/** Status, duration, headers and body of the response, or why there is no response. */
export function ResponseView({ sending }: { sending: Sending }) {
  if (sending.state === "idle" || sending.state === "sending") return null;
  if (sending.state === "refused") {
    return (
      <Notice kind="error" live>
        {sending.message}
      </Notice>
    );
  }
  const { status, statusText, durationMs, headers, body } = sending.response;
  return (
    <div className="space-y-2">
      <p role="status" className="flex flex-wrap items-center gap-2 text-sm">
        <Badge tone={status < 400 ? "good" : "bad"}>
          {status} {statusText}
        </Badge>
        <span className="text-muted tabular-nums">{durationMs} ms</span>
      </p>
      <CodeBlock label="Response" action={<CopyButton compact text={body} label="Copy the response" />}>
        {body}
      </CodeBlock>
      <details className="text-sm">
        <summary className="text-muted">Headers</summary>
        <dl className="mt-2 grid grid-cols-[minmax(8rem,auto)_1fr] gap-x-4 gap-y-1 font-mono text-[0.833rem]">
          {headers.map(([name, value]) => (
            <div key={name} className="contents">
              <dt className="text-muted">{name}</dt>
              <dd className="[overflow-wrap:anywhere]">{value}</dd>
            </div>
          ))}
        </dl>
      </details>
    </div>
  );
}
