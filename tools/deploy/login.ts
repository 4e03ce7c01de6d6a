/** Who deploys, and into which account. */
import { z } from "zod";
import { type Cloudflare, CloudflareError, openCloudflare } from "./cloudflare.ts";
import { Refusal } from "./refusal.ts";
import type { Wrangler } from "./wrangler.ts";

const Login = z.union([
  z.object({ type: z.enum(["api_token", "oauth"]), token: z.string() }),
  z.object({ type: z.literal("api_key"), key: z.string(), email: z.string() }),
]);
const Accounts = z.array(z.object({ id: z.string(), name: z.string() }));

export interface Account {
  cloudflare: Cloudflare;
  id: string;
  name: string;
}

async function headers(wrangler: Wrangler): Promise<Record<string, string>> {
  const token = process.env.CLOUDFLARE_API_TOKEN;
  if (token) return { authorization: `Bearer ${token}` };
  const output = await wrangler(["auth", "token", "--json"]).catch((error: unknown) => {
    throw new Refusal(
      "You are not signed in to Cloudflare. Run: npx wrangler login. In CI, set CLOUDFLARE_API_TOKEN.",
      { cause: error },
    );
  });
  const login = Login.parse(JSON.parse(output));
  return login.type === "api_key"
    ? { "x-auth-key": login.key, "x-auth-email": login.email }
    : { authorization: `Bearer ${login.token}` };
}

/**
 * The account of the login. CLOUDFLARE_ACCOUNT_ID chooses one of several.
 * @throws Refusal
 */
export async function openAccount(wrangler: Wrangler): Promise<Account> {
  const cloudflare = openCloudflare(await headers(wrangler));
  const accounts = await cloudflare.read("/accounts?per_page=50", Accounts).catch((error: unknown) => {
    if (!(error instanceof CloudflareError) || error.status >= 500) throw error;
    throw new Refusal(
      `Cloudflare does not accept the login. Run: npx wrangler login, or check CLOUDFLARE_API_TOKEN. (${error.message})`,
    );
  });
  const wanted = process.env.CLOUDFLARE_ACCOUNT_ID;
  const [first, ...others] = wanted ? accounts.filter(({ id }) => id === wanted) : accounts;
  if (!first) throw new Refusal("The login has no account, or not the one of CLOUDFLARE_ACCOUNT_ID.");
  if (others.length > 0)
    throw new Refusal(
      `The login has several accounts. Set CLOUDFLARE_ACCOUNT_ID to one of: ${accounts.map(({ id, name }) => `${id} (${name})`).join(", ")}.`,
    );
  return { cloudflare, ...first };
}
