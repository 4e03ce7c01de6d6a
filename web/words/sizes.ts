const UNITS = ["B", "kB", "MB", "GB"] as const;

/** `1234567` → `1.2 MB`, in decimal units. Below 10 it has one decimal place. */
export function size(bytes: number): string {
  const power = Math.min(UNITS.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, bytes)) / 3)));
  const amount = bytes / 1_000 ** power;
  const digits = power > 0 && amount < 10 ? 1 : 0;
  return `${amount.toFixed(digits)} ${UNITS[power]}`;
}

/** `counted(1, "page")` → `1 page`, `counted(3, "page")` → `3 pages`. */
export function counted(count: number, noun: string): string {
  return `${count.toLocaleString("en-US")} ${noun}${count === 1 ? "" : "s"}`;
}
