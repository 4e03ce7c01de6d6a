/** The documentation: a first page with calls to try, the reference of every call, and the guides. */

import { GROUPS } from "virtual:docs/contents";
import { lazy, Suspense } from "react";
import { useLocation } from "wouter";
import { docsTitle, MISSING_TITLE, SITE_PAGES } from "#contract/site.ts";
import { Spinner } from "../../ui/spinner.tsx";
import { useTitle } from "../../ui/use-title.ts";
import { DocsNav } from "./docs-nav.tsx";
import type { DocsProps } from "./overview.tsx";
import { useAnchor } from "./use-anchor.ts";

// Its forms and their hundred fields are not on the other pages.
const Overview = lazy(async () => ({ default: (await import("./overview.tsx")).Overview }));
const ContentPage = lazy(async () => ({ default: (await import("./content-page.tsx")).ContentPage }));

function AnchoredOverview(props: DocsProps) {
  useAnchor();
  return <Overview {...props} />;
}

const isOverview = (path: string) => !path.startsWith("/docs/");

function titleOf(path: string): string {
  if (isOverview(path)) return SITE_PAGES.docs.title;
  const page = GROUPS.flatMap(({ pages }) => pages).find(({ href }) => href === path);
  return page ? docsTitle(page.title) : MISSING_TITLE;
}

export function Docs(props: DocsProps) {
  const [address] = useLocation();
  const path = address.replace(/\/$/, "");
  useTitle(titleOf(path));
  return (
    <div className="gap-8 lg:grid lg:grid-cols-[13rem_minmax(0,1fr)]">
      <DocsNav path={path} />
      <div className="min-w-0">
        <Suspense
          fallback={
            <div className="min-h-dvh">
              <Spinner />
            </div>
          }
        >
          {isOverview(path) ? <AnchoredOverview {...props} /> : <ContentPage key={path} path={path} />}
        </Suspense>
      </div>
    </div>
  );
}
