/** The calls of one part of the API. */
import type { ReferencePage } from "../../docs-content/content.ts";
import { CopyButton } from "../../ui/copy-button.tsx";
import { OperationView } from "./operation-view.tsx";
import { pageMarkdown } from "./reference-markdown.ts";

export function ReferenceView({ page }: { page: ReferencePage }) {
  return (
    <article className="space-y-12">
      <header className="flex flex-wrap items-start justify-between gap-3">
        <div>
          <h1 className="text-3xl">{page.title}</h1>
          <p className="mt-2 text-lg text-muted">{page.meaning}</p>
        </div>
        <CopyButton text={async () => pageMarkdown(page)} label="Copy as Markdown" />
      </header>
      {page.operations.map((operation) => (
        <OperationView key={operation.id} operation={operation} />
      ))}
    </article>
  );
}
