import { useCallback, useMemo, useRef, useState } from "react";

/** The selected ids among those that are shown, in their order. */
export function useSelection(shown: readonly string[]) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const newest = useRef(shown);
  newest.current = shown;
  /** The row that was last clicked, where a range with Shift begins. */
  const anchor = useRef<string | null>(null);

  const toggle = useCallback((id: string, isRange: boolean) => {
    const ids = newest.current;
    const [from, to] = [ids.indexOf(anchor.current ?? id), ids.indexOf(id)].toSorted((a, b) => a - b);
    const range =
      isRange && from !== undefined && to !== undefined && from >= 0 ? ids.slice(from, to + 1) : [id];
    anchor.current = id;
    setChosen((before) =>
      before.has(id)
        ? new Set([...before].filter((one) => !range.includes(one)))
        : new Set([...before, ...range]),
    );
  }, []);

  const selected = useMemo(() => shown.filter((id) => chosen.has(id)), [shown, chosen]);
  return { selected, isSelected: (id: string) => chosen.has(id), toggle, select: setChosen };
}
