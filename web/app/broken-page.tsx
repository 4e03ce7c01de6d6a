import { ErrorState } from "../ui/states.tsx";

/** A screen that failed, or whose code is no longer there since a newer version is out. */
export function BrokenPage() {
  return (
    <div className="mx-auto grid min-h-[60dvh] max-w-xl place-items-center px-4">
      <ErrorState
        message="This page could not be displayed. Reloading it usually helps."
        onRetry={() => window.location.reload()}
      />
    </div>
  );
}
