/** What the build reads of the operator's settings. */
import { apiVars } from "./environment.ts";

export interface Operator {
  /** The site's own origin, without a slash at the end. */
  origin: string;
  supportEmail: string;
}

export function readOperator(): Operator {
  const vars = apiVars();
  return { origin: String(vars.PUBLIC_ORIGIN), supportEmail: String(vars.SUPPORT_EMAIL) };
}
