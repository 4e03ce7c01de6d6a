/** Gives the page's own server the headers, cookies and password of the job. */
import { type Access, cookieScope } from "#contract/job/access.ts";
import type { Journal } from "../fault/journal.ts";
import type { Tab } from "../tab/tab.ts";

type Cookie = NonNullable<Access["cookies"]>[number];

/** The job's headers, with the one of HTTP Basic authentication: https://www.rfc-editor.org/rfc/rfc7617 */
function headersOf({ headers, basicAuth }: Access): Record<string, string> {
  const { username, password } = basicAuth ?? {};
  if (username === undefined || password === undefined) return { ...headers };
  const credentials = Buffer.from(`${username}:${password}`).toString("base64");
  return { ...headers, Authorization: `Basic ${credentials}` };
}

/**
 * Commands of a tab that has not been opened yet: they take effect before its first document. The cookies are gone with the
 * tab's browser context.
 */
export async function giveAccess(tab: Tab, url: string, access: Access, journal: Journal): Promise<void> {
  const headers = headersOf(access);
  if (Object.keys(headers).length > 0) tab.guard.addHeaders(url, headers);
  await Promise.all((access.cookies ?? []).map((cookie) => setCookie(tab, url, cookie, journal)));
}

/** With a URL in place of a domain, the browser sends the cookie to this host alone. */
async function setCookie({ cdpSession }: Tab, url: string, cookie: Cookie, journal: Journal): Promise<void> {
  const { name, value, path, domain, secure = new URL(url).protocol === "https:" } = cookie;
  const scope = domain === undefined ? { url } : { domain: cookieScope(domain) };
  const set = cdpSession.send("Network.setCookie", { name, value, path, secure, ...scope });
  const { success } = await set.catch(() => ({ success: false }));
  if (success) return;
  journal.warn({ code: "cookie_refused", message: `The browser refused the cookie ${name}.` });
}
