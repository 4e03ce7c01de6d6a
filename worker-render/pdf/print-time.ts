/** The time that a print may take. */
import { type Budget, within } from "../fault/budget.ts";
import { PageFault } from "../fault/page-fault.ts";

/** Printing that takes longer than this hangs for good. A few real pages cause that. */
export const PRINT_MS = 9_000;
/** Time for a second try in another layout. */
const RESERVE_MS = 8_000;
/** With less time than this before the second try, the first one gets all the time. */
const MIN_PRINT_MS = 3_000;

/** Printing took too long. The tab cannot be used any more, but another layout may work in a new tab. */
export class PrintHangs extends PageFault {
  constructor() {
    super("print_timeout", "capturing");
  }
}

/** Awaits a print in sheets. Throws PrintHangs if it takes too long and there is time for another layout. */
export function orHangs<T>(printing: Promise<T>, budget: Budget): Promise<T> {
  const firstMs = budget.share(PRINT_MS, RESERVE_MS);
  const isLast = firstMs < MIN_PRINT_MS;
  return within(printing, isLast ? budget.share(PRINT_MS) : firstMs, () => {
    throw isLast ? new PageFault("print_timeout", "capturing") : new PrintHangs();
  });
}
