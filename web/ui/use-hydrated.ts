import { useSyncExternalStore } from "react";

const never = () => () => {};

/** False in the HTML of the build, until the scripts have taken over: a form would be sent by the browser itself. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
