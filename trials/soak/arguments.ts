/** The command line of the soak. */
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { z } from "zod";
import { FAULT_NAMES } from "./faults/names.ts";

const OWN_PAGES = join(import.meta.dirname, "pages");

function faultNames(text: string): string[] {
  if (text === "all") return [...FAULT_NAMES];
  return text === "none" ? [] : text.split(",");
}

const Arguments = z.object({
  pages: z
    .string()
    .default(OWN_PAGES)
    .transform((folder) => resolve(folder)),
  rounds: z.coerce.number().int().min(1).default(1),
  jobs: z.coerce.number().int().min(1).optional(),
  minutes: z.coerce.number().positive().optional(),
  faults: z
    .string()
    .default("all")
    .transform(faultNames)
    .pipe(z.array(z.enum(FAULT_NAMES))),
  "at-once": z.coerce.number().int().min(1).max(100).default(4),
  seed: z.coerce.number().int().min(0).default(1),
  json: z.string().optional(),
});
export type Arguments = z.infer<typeof Arguments>;

/** Parses the command line. Throws an error that names the wrong option. */
export function readArguments(args: string[]): Arguments {
  const text = { type: "string" } as const;
  const { values } = parseArgs({
    args,
    options: {
      pages: text,
      rounds: text,
      jobs: text,
      minutes: text,
      faults: text,
      "at-once": text,
      seed: text,
      json: text,
    },
  });
  return Arguments.parse(values);
}
