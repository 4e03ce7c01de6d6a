import { ButtonLink } from "../ui/button.tsx";
import { EmptyState } from "../ui/states.tsx";

/** Shown for an address that no screen has. */
export function MissingPage() {
  return (
    <div className="mx-auto max-w-xl py-10">
      <h1 className="sr-only">Page not found</h1>
      <EmptyState icon="page" title="There is no page at this address">
        <p>The link may be old or misspelled.</p>
        <p className="mt-4 flex flex-wrap justify-center gap-2">
          <ButtonLink href="/">Go to the start page</ButtonLink>
          <ButtonLink href="/docs">Read the API docs</ButtonLink>
        </p>
      </EmptyState>
    </div>
  );
}
