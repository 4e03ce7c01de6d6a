import { type FormEvent, type ReactNode, useId } from "react";
import type { Language } from "../../snippets/languages.ts";
import type { ApiRequest } from "../../snippets/request.ts";
import { Badge, type Tone } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { AnswerView } from "./answer.tsx";
import { CodeSample } from "./code-sample.tsx";
import { useAnswer } from "./use-answer.ts";

const TONES = { POST: "accent", GET: "good", DELETE: "bad" } as const satisfies Record<
  ApiRequest["method"],
  Tone
>;

interface EndpointCardProps {
  id: string;
  title: string;
  /** As documented, with `{jobId}`. */
  path: string;
  children: ReactNode;
  request: ApiRequest;
  apiKey: string;
  language: Language;
  onLanguage: (language: Language) => void;
  sendLabel: string;
  /** The body of a successful answer. */
  onAnswer?: (text: string) => void;
  fields: ReactNode;
}

/** One endpoint: what it does, its fields, the same request as code, and the answer when sent from here. */
export function EndpointCard({
  id,
  title,
  path,
  children,
  request,
  apiKey,
  language,
  onLanguage,
  sendLabel,
  onAnswer,
  fields,
}: EndpointCardProps) {
  const headingId = useId();
  const { sending, send } = useAnswer();

  async function submit(event: FormEvent) {
    event.preventDefault();
    const text = await send(request, apiKey);
    if (text !== null) onAnswer?.(text);
  }

  return (
    <section
      id={id}
      aria-labelledby={headingId}
      className="scroll-mt-4 rounded-lg border border-line bg-sheet"
    >
      <div className="border-line border-b p-4 sm:p-5">
        <h3 id={headingId} className="text-[1.133rem]">
          {title}
        </h3>
        <p className="mt-1.5 flex flex-wrap items-center gap-2">
          <Badge tone={TONES[request.method]}>{request.method}</Badge>
          <code className="font-mono text-[0.867rem] [overflow-wrap:anywhere]">{path}</code>
        </p>
        <p className="mt-2 text-muted">{children}</p>
      </div>
      <div className="grid gap-5 p-4 sm:p-5 lg:grid-cols-2">
        <form onSubmit={(event) => void submit(event)} noValidate className="min-w-0 space-y-4">
          {fields}
          <Button type="submit" look="primary" busy={sending.state === "sending"}>
            {sendLabel}
          </Button>
        </form>
        <div className="min-w-0 space-y-4">
          <CodeSample request={request} apiKey={apiKey} language={language} onLanguage={onLanguage} />
          <AnswerView sending={sending} />
        </div>
      </div>
    </section>
  );
}
