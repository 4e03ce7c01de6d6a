/** The environments of platen.config.ts, and which of them is built. */
import { z } from "zod";
import { ENVIRONMENTS } from "../platen.config.ts";
import { Size } from "./built-worker.ts";

const Environments = z.record(
  z.string().regex(/^[a-z]+$/),
  z.object({
    host: z.hostname(),
    vars: z.record(z.string(), z.string()).default({}),
    ...Size.shape,
  }),
);

export interface Environment extends Size {
  name: string;
  host: string;
  origin: string;
  vars: Record<string, string>;
  /** Added to each name in the account: nothing for production. */
  suffix: string;
  /** Its place in platen.config.ts, which separates the rate limits of two environments in one account. */
  index: number;
}

/** @throws Error with a sentence for the terminal. */
export function readEnvironment(name: string): Environment {
  const all = Environments.parse(ENVIRONMENTS);
  const found = all[name];
  if (!found)
    throw new Error(`platen.config.ts has no environment ${name}. It has: ${Object.keys(all).join(", ")}.`);
  return {
    name,
    ...found,
    origin: `https://${found.host}`,
    suffix: name === "production" ? "" : `-${name}`,
    index: Object.keys(all).indexOf(name),
  };
}

/** The environment that PLATEN_ENV names; "" for local work. */
export function builtEnvironment(): string {
  return process.env.PLATEN_ENV ?? "";
}
