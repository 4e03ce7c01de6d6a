/** The first page of the API documentation, with three endpoints to try. */
import { lazy, type ReactNode, useId } from "react";
import { useOrigin } from "../../client/use-origin.ts";
import { KEY_PLACEHOLDER } from "../../snippets/curl.ts";
import { apiBase } from "../../snippets/request.ts";
import { CodeBlock } from "../../ui/code-block.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { PasswordField } from "../../ui/password-field.tsx";
import { StaticSlot } from "../../ui/static-slot.tsx";
import { useHydrated } from "../../ui/use-hydrated.ts";
import { useNear } from "../../ui/use-near.ts";
import { useSteadyBelow } from "../../ui/use-steady-below.ts";
import { DocsLink } from "./docs-link.tsx";
import { JobsSection } from "./jobs-section.tsx";
import { useKeptDocs } from "./kept-docs.ts";
import { Conventions, LimitsTable } from "./overview-tables.tsx";
import { useHash } from "./use-anchor.ts";

function Section({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  const headingId = useId();
  return (
    <section
      id={id}
      aria-labelledby={headingId}
      className="scroll-mt-4 border-line border-t pt-8 outline-none"
    >
      <h2 id={headingId} className="mb-4 text-xl">
        {title}
      </h2>
      {children}
    </section>
  );
}

const ErrorCatalogue = lazy(async () => ({
  default: (await import("./error-catalogue.tsx")).ErrorCatalogue,
}));

/** The list is long, so it is loaded when the reader comes near, or when the address names an error. */
function Errors() {
  const [place, isNear] = useNear<HTMLDivElement>();
  const isNamed = useHash().startsWith("#error");
  // The reader of an address that names an error goes to it.
  useSteadyBelow(place, isNamed);
  return (
    <div ref={place} className="[contain-intrinsic-size:auto_120rem] [content-visibility:auto]">
      <StaticSlot
        id="error-catalogue"
        isNear={isNear || isNamed}
        fallback={<div className="min-h-[120rem]" />}
      >
        <ErrorCatalogue />
      </StaticSlot>
    </div>
  );
}

export interface DocsProps {
  /** API key of the signed-in account; null while it is loading. */
  ownKey?: string | null;
  /** Why no API key is available. */
  keyNote?: string;
}

export function Overview({ ownKey = "", keyNote }: DocsProps) {
  const [{ typedKey }, keep] = useKeptDocs();
  const isHydrated = useHydrated();
  const apiKey = (typedKey ?? ownKey)?.trim() ?? null;
  const base = apiBase(useOrigin());
  return (
    <div className="space-y-10">
      <div className="max-w-2xl">
        <h1 className="text-3xl sm:text-4xl">API documentation</h1>
        <p className="mt-3 text-lg text-muted">
          Send the address of a web page and get a PDF, a screenshot, Markdown or an HTML file. Requests and
          responses are JSON.
        </p>
        <p className="mt-4 flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="text-muted text-sm">Base URL</span>
          <span className="inline-flex min-w-0 items-center gap-1">
            <code className="font-mono text-[0.933rem] [overflow-wrap:anywhere]">{base}</code>
            <CopyButton compact text={base} label="Copy the base URL" />
          </span>
        </p>
      </div>

      <Section id="authentication" title="Authentication">
        <div className="grid items-start gap-5 lg:grid-cols-2">
          <div className="min-w-0" inert={!isHydrated}>
            <p className="mb-4 text-muted">
              Send your private API key with every request, in the{" "}
              <code className="whitespace-nowrap font-mono">x-api-key</code> header. Keep the key on your
              server: requests with a private key from other web pages are rejected. On web pages, use the
              widget with a public key.
            </p>
            <PasswordField
              label="API key"
              name="api-key"
              autoComplete="current-password"
              value={typedKey ?? ownKey ?? ""}
              onChange={(key) => keep({ typedKey: key })}
              hint={
                keyNote ??
                "Used by the forms below and in the code you copy. The key stays on this page and is never added to its address."
              }
            />
          </div>
          <CodeBlock label="Header">{`x-api-key: ${KEY_PLACEHOLDER}`}</CodeBlock>
        </div>
      </Section>

      <Section id="jobs" title="Jobs">
        <p className="mb-4 max-w-2xl text-muted">
          All fields, responses and errors of each call are in the{" "}
          <DocsLink href="/docs/api/jobs" className="text-accent underline">
            reference of jobs
          </DocsLink>
          .
        </p>
        <JobsSection apiKey={apiKey} />
      </Section>

      <Section id="conventions" title="Requests and responses">
        <Conventions />
      </Section>

      <Section id="limits" title="Limits">
        <LimitsTable />
      </Section>

      <Section id="errors" title="Errors">
        <p className="mb-4 max-w-2xl text-muted">
          Every error response has the same format: <code className="font-mono">error</code> is a message for
          people, <code className="font-mono">code</code> identifies the error for programs, and{" "}
          <code className="font-mono">details</code> lists each invalid field.
        </p>
        <Errors />
      </Section>
    </div>
  );
}
