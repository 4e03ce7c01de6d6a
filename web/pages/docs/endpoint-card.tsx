import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { CodeSample } from "../../snippets/code-sample.tsx";
import type { ApiRequest } from "../../snippets/request.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { useHydrated } from "../../ui/use-hydrated.ts";
import type { CardProps } from "./card-props.ts";
import { METHOD_TONES } from "./operation-request.ts";
import { ResponseView } from "./response.tsx";
import type { TryIt } from "./use-response.ts";

interface EndpointCardProps extends Pick<CardProps, "apiKey" | "language" | "onLanguage"> {
  id: string;
  title: string;
  /** Path as documented, with the placeholder `{jobId}`. */
  path: string;
  children: ReactNode;
  request: ApiRequest;
  sendLabel: string;
  tryIt: TryIt;
  /** Called before the request is sent; false if it is not to be sent. */
  check?: () => boolean;
  /** Called with the body of every response. */
  onResponse?: (text: string) => void;
  fields: ReactNode;
  /** What became of the request, below its fields and its code. */
  outcome?: ReactNode;
}

/** One endpoint: its description and fields, the request as code, and a button that sends it and shows the response. */
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
  tryIt,
  check,
  onResponse,
  fields,
  outcome,
}: EndpointCardProps) {
  const headingId = useId();
  const isHydrated = useHydrated();
  const form = useRef<HTMLFormElement>(null);
  const { sending, send } = tryIt;
  /** Pressed while the API key was loading. The request is sent once it is here. */
  const [isWaiting, setWaiting] = useState(false);

  useEffect(() => {
    if (sending.state !== "received" || sending.response.status < 400) return;
    form.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus();
  }, [sending]);

  async function sendWith(key: string) {
    const text = await send(request, key);
    if (text !== null) onResponse?.(text);
  }

  useEffect(() => {
    if (!isWaiting || apiKey === null) return;
    setWaiting(false);
    void sendWith(apiKey);
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    if (check && !check()) return;
    if (apiKey === null) setWaiting(true);
    else void sendWith(apiKey);
  }

  return (
    <section
      id={id}
      aria-labelledby={headingId}
      className="scroll-mt-4 rounded-lg border outline-none border-line bg-sheet"
    >
      <div className="border-line border-b p-4 sm:p-5">
        <h3 id={headingId} className="text-[1.133rem]">
          {title}
        </h3>
        <p className="mt-1.5 flex flex-wrap items-center gap-2">
          <Badge tone={METHOD_TONES[request.method]}>{request.method}</Badge>
          <code className="font-mono text-[0.867rem] [overflow-wrap:anywhere]">{path}</code>
        </p>
        <p className="mt-2 text-muted">{children}</p>
      </div>
      <div className="grid gap-5 p-4 sm:p-5 lg:grid-cols-2">
        <form inert={!isHydrated} ref={form} onSubmit={submit} noValidate className="min-w-0 space-y-4">
          {fields}
          <Button type="submit" look="primary" busy={isWaiting || sending.state === "sending"}>
            {sendLabel}
          </Button>
        </form>
        <div className="min-w-0 space-y-4">
          <CodeSample request={request} apiKey={apiKey ?? ""} language={language} onLanguage={onLanguage} />
          <ResponseView sending={sending} />
        </div>
      </div>
      {outcome && <div className="px-4 pb-4 sm:px-5 sm:pb-5">{outcome}</div>}
    </section>
  );
}
