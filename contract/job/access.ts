/** Rules of `headers`, `cookies` and `basicAuth` beyond their entries. */
import { parse } from "tldts";
import type { z } from "zod";
import { withoutTrailingDot } from "../target/host-name.ts";
import { ACCESS_OPTIONS } from "./access-options.ts";
import type { Output } from "./option.ts";
import { HIDDEN, hiddenPaths, secretPaths } from "./secrets.ts";

export type Access = Output<typeof ACCESS_OPTIONS>;

/** The domain as a host name: lower case, without the dot that older clients put in front. */
function cookieDomain(domain: string): string {
  return domain.toLowerCase().replace(/^\./, "");
}

/** The domain as a browser takes it for all hosts below: with a dot in front. An IP address has no hosts below it. */
export function cookieScope(domain: string): string {
  const host = cookieDomain(domain);
  return parse(host).isIp ? host : `.${host}`;
}

/** Whether a page on `host` may have cookies for this domain: its own host, or a domain above it that is not a public suffix. */
function mayHaveCookies(host: string, domain: string): boolean {
  if (host === domain) return true;
  const { isIp, domain: site } = parse(domain, { allowPrivateDomains: true });
  return !isIp && site !== null && host.endsWith(`.${domain}`);
}

interface Request {
  url?: string | undefined;
  baseUrl?: string | undefined;
  options: Partial<Access>;
}

/** Reports access options that the page's address does not go with, and secrets that were copied from a job's view. */
export function checkAccess({ url, baseUrl, options }: Request, ctx: z.RefinementCtx): void {
  const report = (path: (string | number)[], message: string) =>
    ctx.addIssue({ code: "custom", path: ["options", ...path], message });
  for (const path of hiddenPaths(options)) {
    report(path, `is hidden: send the value itself in place of ${HIDDEN}, or leave it out`);
  }
  const names = Object.keys(options.headers ?? {}).map((name) => name.toLowerCase());
  if (options.basicAuth && names.includes("authorization")) {
    report(["basicAuth"], "cannot be sent together with the header Authorization");
  }
  if (new Set(names).size < names.length) report(["headers"], "has a name twice");
  const address = url ?? baseUrl;
  if (address === undefined) {
    for (const name of Object.keys(options).filter((one) => one in ACCESS_OPTIONS)) {
      report([name], "is accepted only with url or baseUrl");
    }
    return;
  }
  const host = URL.parse(address.trim())?.hostname;
  if (host === undefined) return;
  for (const [index, { domain }] of (options.cookies ?? []).entries()) {
    if (domain === undefined || mayHaveCookies(withoutTrailingDot(host), cookieDomain(domain))) continue;
    report(
      ["cookies", index, "domain"],
      "must be the page's host or a domain above it, below the public suffix",
    );
  }
}

/** Reports options that a button may not set, because everyone can read its page. */
export function refuseSecrets({ options }: { options: object }, ctx: z.RefinementCtx): void {
  for (const path of secretPaths(options)) {
    ctx.addIssue({
      code: "custom",
      path: ["options", ...path],
      message: "is not accepted with a public key",
    });
  }
}
