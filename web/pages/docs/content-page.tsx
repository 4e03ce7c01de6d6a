/** A page of the reference or a guide, loaded by its address. */

import { PAGES, SOURCES } from "virtual:docs/pages";
import { type ComponentType, lazy } from "react";
import type { DocsPage } from "../../docs-content/content.ts";
import { DocsLink } from "./docs-link.tsx";
import { GuideView } from "./guide-view.tsx";
import { ReferenceView } from "./reference-view.tsx";
import { useAnchor } from "./use-anchor.ts";

function PageView({ page, href }: { page: DocsPage; href: string }) {
  useAnchor();
  if (page.kind === "reference") return <ReferenceView page={page} />;
  return <GuideView page={page} source={async () => (await SOURCES[href]?.())?.default ?? ""} />;
}

/** Each page is a component of its own, so that it is loaded once. */
const VIEWS: Readonly<Record<string, ComponentType>> = Object.fromEntries(
  Object.entries(PAGES).map(([href, load]) => [
    href,
    lazy(async () => {
      const { default: page } = await load();
      return { default: () => <PageView page={page} href={href} /> };
    }),
  ]),
);

export function ContentPage({ path }: { path: string }) {
  const View = VIEWS[path];
  if (View) return <View />;
  return (
    <div>
      <h1 className="text-3xl">Page not found</h1>
      <p className="mt-3 text-muted">
        The documentation has no page with this address. Use the search, or go to the{" "}
        <DocsLink href="/docs" className="text-accent underline">
          overview
        </DocsLink>
        .
      </p>
    </div>
  );
}
