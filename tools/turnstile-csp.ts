/** Turnstile's part of the build: the site key for the pages, and the Content-Security-Policy that lets its script run. */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { TURNSTILE_ORIGIN } from "#contract/turnstile.ts";
import { apiVars } from "./operator.ts";
import { ROOT } from "./paths.ts";

/** The site key; empty when Turnstile is off. */
export function turnstileSiteKey(): string {
  return String(apiVars().TURNSTILE_SITE_KEY ?? "");
}

/** https://developers.cloudflare.com/turnstile/reference/content-security-policy/ */
export function allowTurnstile(headers: string): string {
  return headers.replaceAll(
    /\b(script-src|frame-src) [^;]*/g,
    (directive) => `${directive} ${TURNSTILE_ORIGIN}`,
  );
}

/** Changes the built `_headers` file if Turnstile is on. */
export async function openCsp(siteKey: string): Promise<void> {
  if (!siteKey) return;
  const file = join(ROOT, "dist", "assets", "_headers");
  await writeFile(file, allowTurnstile(await readFile(file, "utf8")));
}
