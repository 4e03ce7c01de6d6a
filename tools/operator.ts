/** What the build reads of the operator's settings in wrangler.toml. */
import { join } from "node:path";
import { unstable_readConfig } from "wrangler";
import { ROOT } from "./paths.ts";

export interface Operator {
  /** The site's own origin, without a slash at the end. */
  origin: string;
  supportEmail: string;
}

export function readOperator(): Operator {
  const { vars } = unstable_readConfig({ config: join(ROOT, "wrangler.toml") });
  return { origin: String(vars.PUBLIC_ORIGIN), supportEmail: String(vars.SUPPORT_EMAIL) };
}
