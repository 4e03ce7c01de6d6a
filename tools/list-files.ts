/** The repository's files: those that git tracks, and new ones that it does not ignore. */
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./paths.ts";

export const CODE = ["*.ts", "*.tsx", "*.js", "*.svelte"];

/** Paths from the root. The patterns are git's pathspecs. */
export function listFiles(patterns: readonly string[]): string[] {
  const args = ["ls-files", "--cached", "--others", "--exclude-standard", "--deduplicate", "--", ...patterns];
  const listed = execFileSync("git", args, { cwd: ROOT, encoding: "utf8" }).trim().split("\n");
  return listed.filter((file) => existsSync(join(ROOT, file)));
}
