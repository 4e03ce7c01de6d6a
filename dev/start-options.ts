/** What `npm start` and `npm run dev` have in common at the terminal. */
import { randomInt } from "node:crypto";
import { z } from "zod";
import { PLANS } from "#contract/plans.ts";
import { DEMO_TIER, type Demo } from "./data/demo.ts";
import { type Claim, claimFolder } from "./process/claim.ts";

const Port = z.coerce.number().int().min(1).max(65_535);

/** @throws Error that names the variable or the flag. */
export function parsePort(name: string, text: string): number {
  const port = Port.safeParse(text);
  if (!port.success) throw new Error(`${name} must be a number from 1 to 65535, not ${text}.`);
  return port.data;
}

export function readPort(): number {
  return parsePort("PORT", process.env.PORT ?? "8787");
}

const Seed = z.coerce.number().int().nonnegative();

/**
 * The seed of `--like-cloudflare`. `PLATEN_LIKE_CLOUDFLARE=SEED` stands for the flag in commands that start a service of
 * their own, such as the tests. Undefined without either.
 */
export function likeCloudflareSeed(flag: boolean | undefined, seed: string | undefined): number | undefined {
  const asked = process.env.PLATEN_LIKE_CLOUDFLARE;
  if (flag || asked) return Seed.parse(seed ?? asked ?? randomInt(1_000_000));
  if (seed !== undefined) throw new Error("--seed needs --like-cloudflare.");
  return undefined;
}

/** Claims the folder for a service: two on the same data would lock each other out. */
export async function claimForService(port: number): Promise<Claim> {
  const claim = await claimFolder();
  if ("release" in claim) return claim;
  throw new Error(
    `Platen already runs at ${claim.origin} on this folder's data. Stop it, or start a second one beside it: PORT=${port + 1} PLATEN_DIR=.wrangler/second npm start`,
  );
}

export function welcome({ baseUrl, email, password, apiKey }: Demo): string {
  return `
Platen is running at ${baseUrl}

  Sign in    ${email}   password ${password}   (${PLANS[DEMO_TIER].name} plan)
  API key    ${apiKey}
  Try it     curl ${baseUrl}/api/v1/jobs -H 'x-api-key: ${apiKey}' \\
               -H 'Content-Type: application/json' -H 'Prefer: wait=30' -H 'Accept: application/pdf' \\
               -d '{"url":"https://example.com"}' -o page.pdf

Ctrl-C stops it. What follows is its log; mails appear here as links.
`;
}

/** docs/architecture.md lists what runs differently from a start without the flag. */
export function likeness(seed: number): string {
  return `Like Cloudflare: latencies and limits as in docs/architecture.md. Same random events: --like-cloudflare --seed ${seed}`;
}
