/** What the build reads of the operator's settings: those of wrangler.toml, and for a deployment those of platen.config.ts. */
import { join } from "node:path";
import { unstable_readConfig } from "wrangler";
import { builtEnvironment, readEnvironment } from "./environment.ts";
import { ROOT } from "./paths.ts";

export interface Operator {
  /** The site's own origin, without a slash at the end. */
  origin: string;
  supportEmail: string;
}

/** The API Worker's variables in the environment that is built. */
export function apiVars(): Record<string, unknown> {
  const { vars } = unstable_readConfig({ config: join(ROOT, "wrangler.toml") });
  const name = builtEnvironment();
  if (name === "") return vars;
  const environment = readEnvironment(name);
  return { ...vars, ...environment.vars, PUBLIC_ORIGIN: environment.origin };
}

export function readOperator(): Operator {
  const vars = apiVars();
  return { origin: String(vars.PUBLIC_ORIGIN), supportEmail: String(vars.SUPPORT_EMAIL) };
}
