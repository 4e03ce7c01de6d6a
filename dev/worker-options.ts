/**
 * Miniflare's options for a built Worker, as Wrangler reads them from its configuration. They are kept in a file beside the
 * Worker's folder, because Wrangler takes a second to load. A build empties `dist` and so deletes that file.
 */
import { readFile, rename, writeFile } from "node:fs/promises";
import { basename, dirname } from "node:path";
import type { unstable_getMiniflareWorkerOptions } from "wrangler";
import { z } from "zod";

type Options = ReturnType<typeof unstable_getMiniflareWorkerOptions>;

const Kept = z.object({
  /** The configuration's path and text. The options have absolute paths. */
  path: z.string(),
  text: z.string(),
  /** Written below, from Wrangler's own result, which is plain data. */
  options: z.custom<Options>((value) => typeof value === "object" && value !== null),
});
type Kept = z.infer<typeof Kept>;

async function readKept(file: string): Promise<Kept | null> {
  try {
    return Kept.parse(JSON.parse(await readFile(file, "utf8")));
  } catch {
    return null;
  }
}

/** The options for the configuration in the file `path`. */
export async function workerOptionsOf(path: string): Promise<Options> {
  const file = `${dirname(path)}.${basename(path)}`;
  const text = await readFile(path, "utf8");
  const kept = await readKept(file);
  if (kept?.path === path && kept.text === text) return kept.options;
  // Otherwise Wrangler prints which secrets it found, and sends usage data to Cloudflare.
  process.env.WRANGLER_LOG = "error";
  process.env.WRANGLER_SEND_METRICS = "false";
  const { unstable_getMiniflareWorkerOptions } = await import("wrangler");
  const options = unstable_getMiniflareWorkerOptions(path);
  // Two services may start at once: a rename makes the whole file appear.
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, JSON.stringify({ path, text, options } satisfies Kept));
  await rename(draft, file);
  return options;
}
