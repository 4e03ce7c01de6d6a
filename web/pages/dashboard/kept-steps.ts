/** The first steps of an account that are done, kept in this browser: a step that was done once stays done. */
import { useCallback, useState } from "react";

export const FIRST_STEPS = ["key", "file", "button"] as const;
export type FirstStep = (typeof FIRST_STEPS)[number];

function read(name: string): ReadonlySet<string> {
  return new Set(localStorage.getItem(name)?.split(",") ?? []);
}

export function useKeptSteps(accountId: string) {
  const name = `platen.first-steps.${accountId}`;
  const [done, setDone] = useState(() => read(name));

  const keep = useCallback(
    (...steps: FirstStep[]) => {
      const all = new Set([...read(name), ...steps]);
      localStorage.setItem(name, [...all].join());
      setDone(all);
    },
    [name],
  );

  return [done, keep] as const;
}
