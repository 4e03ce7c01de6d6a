/** One call: what it does, its request and response as code, its fields, and the errors that it returns. */
import { useId, useState } from "react";
import { ERRORS, type ErrorCode } from "#contract/errors.ts";
import type { Operation, ResponseInfo } from "../../docs-content/content.ts";
import { CodeSample } from "../../snippets/code-sample.tsx";
import { Badge } from "../../ui/badge.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { WithCode } from "../../ui/with-code.tsx";
import { ErrorTable } from "./error-table.tsx";
import { FieldTable } from "./field-table.tsx";
import { useKeptDocs } from "./kept-docs.ts";
import { METHOD_TONES, requestOf } from "./operation-request.ts";
import { operationMarkdown } from "./reference-markdown.ts";
import { ResponseSample } from "./response-sample.tsx";

function isErrorCode(code: string): code is ErrorCode {
  return code in ERRORS;
}

function Response({ id, response }: { id: string; response: ResponseInfo }) {
  const { status, meaning, rows } = response;
  // The same job is the response of many calls, so its long table is made only to be read.
  const [isOpen, setOpen] = useState(false);
  const label = `Fields of the response ${status}`;
  return (
    <div className="border-line border-t py-3">
      <p className="flex flex-wrap items-baseline gap-2">
        <Badge tone={status < "400" ? "good" : "bad"}>{status}</Badge>
        <WithCode text={meaning} />
      </p>
      {rows.length > 0 && (
        <details className="mt-2" onToggle={(event) => setOpen(event.currentTarget.open)}>
          <summary className="text-muted text-sm">{label}</summary>
          {isOpen && <FieldTable id={`${id}.${status}`} label={label} rows={rows} />}
        </details>
      )}
    </div>
  );
}

export function OperationView({ operation }: { operation: Operation }) {
  const { id, method, path, title, meaning, access, parameters, body, responses } = operation;
  const headingId = useId();
  const [{ language }, keep] = useKeptDocs();
  const codes = operation.codes.filter(isErrorCode);
  return (
    <section
      id={id}
      aria-labelledby={headingId}
      className="scroll-mt-4 space-y-5 border-line border-t pt-8 outline-none"
    >
      <div>
        <div className="flex flex-wrap items-start justify-between gap-3">
          <h2 id={headingId} className="min-w-0 text-xl">
            <a href={`#${id}`} className="hover:underline">
              {title}
            </a>
          </h2>
          <CopyButton
            compact
            text={async () => operationMarkdown(operation)}
            label={`Copy “${title}” as Markdown`}
          />
        </div>
        <p className="mt-1.5 flex flex-wrap items-center gap-2">
          <Badge tone={METHOD_TONES[requestOf(operation).method]}>{method}</Badge>
          <code className="font-mono text-[0.867rem] [overflow-wrap:anywhere]">{path}</code>
        </p>
        {meaning && (
          <p className="mt-3">
            <WithCode text={meaning} />
          </p>
        )}
        <p className="mt-2 text-muted text-sm">
          Authentication: {access.length === 0 ? "not needed" : access.join(", or ")}
        </p>
      </div>
      <div className="grid gap-4 xl:grid-cols-2">
        <CodeSample
          request={requestOf(operation)}
          apiKey=""
          language={language}
          onLanguage={(next) => keep({ language: next })}
        />
        <ResponseSample operation={operation} />
      </div>
      {parameters.length > 0 && (
        <div>
          <h3 className="text-[1.067rem]">Parameters</h3>
          <FieldTable id={id} label={`Parameters of “${title}”`} rows={parameters} />
        </div>
      )}
      {body.length > 0 && (
        <div>
          <h3 className="text-[1.067rem]">Body</h3>
          <FieldTable id={id} label={`Body of “${title}”`} rows={body} />
        </div>
      )}
      <div>
        <h3 className="mb-2 text-[1.067rem]">Responses</h3>
        {responses.map((response) => (
          <Response key={response.status} id={id} response={response} />
        ))}
      </div>
      {codes.length > 0 && (
        <div>
          <h3 className="text-[1.067rem]">Errors</h3>
          <ErrorTable label={`Errors of “${title}”`} codes={codes} />
        </div>
      )}
    </section>
  );
}
