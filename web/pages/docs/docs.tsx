/** The documentation: a first page with calls to try, the reference of every call, and the guides. */
import { lazy, Suspense } from "react";
import { useLocation } from "wouter";
import { Spinner } from "../../ui/spinner.tsx";
import { DocsNav } from "./docs-nav.tsx";
import { type DocsProps, Overview } from "./overview.tsx";
import { useAnchor } from "./use-anchor.ts";

const ContentPage = lazy(async () => ({ default: (await import("./content-page.tsx")).ContentPage }));

function AnchoredOverview(props: DocsProps) {
  useAnchor();
  return <Overview {...props} />;
}

export function Docs(props: DocsProps) {
  const [path] = useLocation();
  const isFirst = !/^\/docs\/./.test(path);
  return (
    <div className="gap-8 lg:grid lg:grid-cols-[13rem_minmax(0,1fr)]">
      <DocsNav path={path} />
      <div className="min-w-0">
        {isFirst ? (
          <AnchoredOverview {...props} />
        ) : (
          <Suspense
            fallback={
              <div className="min-h-dvh">
                <Spinner />
              </div>
            }
          >
            <ContentPage key={path} path={path.replace(/\/$/, "")} />
          </Suspense>
        )}
      </div>
    </div>
  );
}
