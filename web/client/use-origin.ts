import { useSyncExternalStore } from "react";

const never = () => () => {};

/** The site's origin. In the HTML that the build writes, it is that of the operator's settings. */
export function useOrigin(): string {
  return useSyncExternalStore(
    never,
    () => window.location.origin,
    () => import.meta.env.VITE_ORIGIN,
  );
}
