/** The operator's page. No screen links to it, and without the operator's secret it shows nothing. */
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { useState } from "react";
import { Link, useLocation } from "wouter";
import { SITE_PAGES } from "#contract/site.ts";
import { CallFailure, sentenceOf } from "../../client/failure.ts";
import { show } from "../../feedback/feedback.ts";
import { useAdminOverview, useAdminSession } from "../../queries/admin.ts";
import { Button } from "../../ui/button.tsx";
import { Logo } from "../../ui/logo.tsx";
import { PageSpinner } from "../../ui/spinner.tsx";
import { EmptyState, ErrorState } from "../../ui/states.tsx";
import { ThemeSwitch } from "../../ui/theme-switch.tsx";
import { useTitle } from "../../ui/use-title.ts";
import { AccountScreen } from "./account-screen.tsx";
import { AccountSearch } from "./account-search.tsx";
import { Overview } from "./overview.tsx";
import { SignIn } from "./sign-in.tsx";

const HOME = SITE_PAGES.admin.path;

function Screens() {
  const { data, error, isPending, refetch } = useAdminOverview();
  const [path] = useLocation();
  const accountId = path.startsWith(`${HOME}/`) ? decodeURIComponent(path.slice(HOME.length + 1)) : "";
  const status = error instanceof CallFailure ? error.status : 0;
  if (isPending) return <PageSpinner />;
  if (error && status === 401) return <SignIn />;
  if (error && status === 404)
    return (
      <EmptyState icon="key" title="There is no operator’s page here">
        This service has no operator’s secret, or your request has not passed Cloudflare Access.
      </EmptyState>
    );
  if (!data) {
    return <ErrorState message="The service could not be read." onRetry={() => void refetch()} />;
  }
  return (
    <div className="space-y-6">
      <AccountSearch />
      {accountId === "" ? <Overview overview={data} /> : <AccountScreen key={accountId} id={accountId} />}
    </div>
  );
}

function Header() {
  const { isSuccess } = useAdminOverview();
  const session = useAdminSession();

  function signOut() {
    session.mutate(null, {
      onError: (error) => show("error", sentenceOf(error, "Signing out failed")),
    });
  }

  return (
    <header className="border-line border-b bg-sheet">
      <div className="mx-auto flex max-w-6xl items-center justify-between gap-3 px-4 py-3 sm:px-6">
        <Link href={HOME} aria-label="Platen, operator’s page" className="inline-flex rounded-sm">
          <Logo />
        </Link>
        <div className="flex items-center gap-2">
          <ThemeSwitch />
          {isSuccess && (
            <Button size="small" busy={session.isPending} onClick={signOut}>
              Sign out
            </Button>
          )}
        </div>
      </div>
    </header>
  );
}

export function Admin() {
  // The operator's data has a cache of its own. A failed call is shown at once.
  const [client] = useState(() => new QueryClient({ defaultOptions: { queries: { retry: false } } }));
  useTitle(SITE_PAGES.admin.title);
  return (
    <QueryClientProvider client={client}>
      <Header />
      <main className="mx-auto w-full max-w-6xl px-4 py-6 sm:px-6 sm:py-8">
        <h1 className="mb-6 text-3xl">Operator</h1>
        <Screens />
      </main>
    </QueryClientProvider>
  );
}
