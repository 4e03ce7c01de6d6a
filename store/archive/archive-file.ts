/**
 * The files of the archive in R2: a line of JSON for each job, compressed. They have what the usage history counts, and
 * nothing that the deletion of a job erases: of the address only the host, no options, no texts.
 */
import { createHash } from "node:crypto";
import { z } from "zod";
import { archiveKey } from "./archive-key.ts";
import type { Archive } from "./archives.ts";

type File = Pick<Archive, "accountId" | "month" | "part">;
const Line = z.record(z.string(), z.unknown());

function lineOf({ url_start, ...job }: { url_start: string }): string {
  return JSON.stringify({ ...job, host: URL.canParse(url_start) ? new URL(url_start).host : null });
}

/** Writes the file, over an earlier one of the same plan. Returns its size once R2 has it. */
export async function writeArchive(
  bucket: Pick<R2Bucket, "put" | "head">,
  file: File,
  rows: readonly { url_start: string }[],
): Promise<number> {
  const text = new Blob(rows.map((row) => `${lineOf(row)}\n`));
  const bytes = await new Response(text.stream().pipeThrough(new CompressionStream("gzip"))).bytes();
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  await bucket.put(archiveKey(file), bytes, { sha256, httpMetadata: { contentType: "application/gzip" } });
  const stored = await bucket.head(archiveKey(file));
  if (stored?.checksums.toJSON().sha256 !== sha256) throw new Error("R2 does not have the archive.");
  return bytes.byteLength;
}

/** The jobs of the file. */
export async function readArchive(
  bucket: Pick<R2Bucket, "get">,
  file: File,
): Promise<z.infer<typeof Line>[]> {
  const stored = await bucket.get(archiveKey(file));
  if (!stored) throw new Error("R2 does not have the archive.");
  const text = await new Response(stored.body.pipeThrough(new DecompressionStream("gzip"))).text();
  const lines = text.split("\n").filter((line) => line !== "");
  return lines.map((line) => Line.parse(JSON.parse(line)));
}

/** R2 deletes at most 1,000 objects in one call. */
export async function deleteArchives(
  bucket: { delete(keys: string[]): Promise<void> },
  files: readonly File[],
): Promise<void> {
  if (files.length > 0) await bucket.delete(files.map(archiveKey));
}
