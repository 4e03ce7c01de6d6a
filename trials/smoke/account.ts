/** The account that the checks use: an existing one, or a new one whose mailed link the operator pastes. */
import { randomBytes } from "node:crypto";
import { ApiKeyResponse } from "#contract/account/private-keys.ts";
import { PublicKeyResponse } from "#contract/account/public-keys.ts";
import { Registered, Session, Verified } from "#contract/account/sign-in.ts";
import { read, request } from "./client.ts";

export interface SmokeAccount {
  api: string;
  session: Record<string, string>;
  key: Record<string, string>;
  publicKey: string;
  /** Removes what was made. */
  close(): Promise<void>;
}

export interface Who {
  api: string;
  email: string;
  /** Null: register the address. */
  password: string | null;
  /** Returns the link of the mail. */
  askLink(): Promise<string>;
}

async function register({ api, email, askLink }: Who): Promise<string> {
  const password = randomBytes(18).toString("base64url");
  const { receipt } = await read(`${api}/auth/register`, Registered, {
    method: "POST",
    body: { email, password },
  });
  const [, token] = /#token=([\w-]+)/.exec(await askLink()) ?? [];
  if (!token) throw new Error("This is not the link of the verification email.");
  const { session } = await read(`${api}/auth/verify`, Verified, {
    method: "POST",
    body: { token, receipt },
  });
  if (!session) throw new Error("The address is verified, but the service returned no session.");
  return session.token;
}

export async function openAccount(who: Who): Promise<SmokeAccount> {
  const { api, email, password } = who;
  const isNew = password === null;
  const token = isNew
    ? await register(who)
    : (await read(`${api}/auth/login`, Session, { method: "POST", body: { email, password } })).token;
  const session = { authorization: `Bearer ${token}` };
  const { api_key } = await read(`${api}/user/api-key`, ApiKeyResponse, { headers: session });
  const { hostname, port } = new URL(api);
  const { public_key } = await read(`${api}/public-keys`, PublicKeyResponse, {
    method: "POST",
    headers: session,
    body: {
      name: "Smoke test",
      authorized_domains: [port ? `${hostname}:*` : hostname],
      restrict_targets: false,
    },
  });
  return {
    api,
    session,
    key: { "x-api-key": api_key.key },
    publicKey: public_key.key,
    async close() {
      const path = isNew ? "user/account" : `public-keys/${public_key.id}`;
      await request(`${api}/${path}`, { method: "DELETE", headers: session });
    },
  };
}
