/** A guide. Its links, tables and code are the site's own components. */
import type { GuidePage } from "../../docs-content/content.ts";
import { CopyButton } from "../../ui/copy-button.tsx";
import { GuideNodes } from "./guide-nodes.tsx";

interface GuideViewProps {
  page: GuidePage;
  /** Loads the Markdown. */
  source: () => Promise<string>;
}

export function GuideView({ page, source }: GuideViewProps) {
  return (
    <article>
      <header className="mb-6 flex flex-wrap items-start justify-between gap-3">
        <h1 className="min-w-0 text-3xl">{page.title}</h1>
        <CopyButton text={source} label="Copy as Markdown" />
      </header>
      <div className="space-y-4 leading-relaxed">
        <GuideNodes nodes={page.nodes} />
      </div>
    </article>
  );
}
