/**
 * Cloudflare Access before the operator's page. With ACCESS_TEAM_DOMAIN and ACCESS_AUD, each request needs the token that
 * Access adds, in addition to the operator's own sign-in: so nothing is open if a rule of Access is removed by mistake.
 * https://developers.cloudflare.com/cloudflare-one/access-controls/applications/http-apps/authorization-cookie/validating-json/
 */
import { createRemoteJWKSet, type JWTVerifyGetKey, jwtVerify } from "jose";
import { log } from "#log/log.ts";

const HEADER = "cf-access-jwt-assertion";

type AccessEnv = Pick<Env, "ACCESS_TEAM_DOMAIN" | "ACCESS_AUD">;

/** Keeps the team's public keys between requests. */
const keySets = new Map<string, JWTVerifyGetKey>();

function keysOf(team: string): JWTVerifyGetKey {
  const known = keySets.get(team);
  if (known) return known;
  const keys = createRemoteJWKSet(new URL("/cdn-cgi/access/certs", team));
  keySets.set(team, keys);
  return keys;
}

/** True without Access. False, with a line in the log, if the request has no valid token of the team and application. */
export async function hasPassedAccess(env: AccessEnv, headers: Headers): Promise<boolean> {
  const { ACCESS_TEAM_DOMAIN: team, ACCESS_AUD: audience } = env;
  if (!team && !audience) return true;
  try {
    // One of the two settings alone is a mistake, which must not open the page.
    if (!team || !audience) throw new Error("ACCESS_TEAM_DOMAIN and ACCESS_AUD need each other.");
    await jwtVerify(headers.get(HEADER) ?? "", keysOf(team), {
      issuer: new URL(team).origin,
      audience,
      algorithms: ["RS256"],
      requiredClaims: ["exp"],
    });
    return true;
  } catch (error) {
    log.warn("A request for the operator's page has not passed Access.", { event: "access_refused", error });
    return false;
  }
}
