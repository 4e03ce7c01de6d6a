/** Links in mails open `/auth/<purpose>#token=…`: a fragment is sent to no server, so the token reaches no log. */

const MAILED_LINKS = ["verify", "magic", "reset"] as const;
export type MailedLink = (typeof MAILED_LINKS)[number];

/** The purpose that `/auth/verify` and its siblings name, or null for any other address. */
export function mailedLinkOf(path: string): MailedLink | null {
  const [, auth, purpose] = path.split("/");
  if (auth !== "auth") return null;
  return MAILED_LINKS.find((link) => link === purpose) ?? null;
}

/** The token in a fragment, or an empty text. */
export function tokenIn(hash: string): string {
  return new URLSearchParams(hash.replace(/^#/, "")).get("token") ?? "";
}
