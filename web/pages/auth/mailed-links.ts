/** Mailed links open `/auth/<purpose>#token=…`. Browsers do not send the fragment, so the token is in no log. */

const MAILED_LINKS = ["verify", "magic", "reset", "email"] as const;
export type MailedLink = (typeof MAILED_LINKS)[number];

/** Purpose of a path such as `/auth/verify`; null for other paths. */
export function mailedLinkOf(path: string): MailedLink | null {
  const [, auth, purpose] = path.split("/");
  if (auth !== "auth") return null;
  return MAILED_LINKS.find((link) => link === purpose) ?? null;
}

/** Token of a fragment such as `#token=…`, or an empty string. */
export function tokenIn(hash: string): string {
  return new URLSearchParams(hash.replace(/^#/, "")).get("token") ?? "";
}
