import { ErrorState } from "../ui/states.tsx";

/** Shown when a screen fails, for example because its chunk was removed by a newer version. */
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
