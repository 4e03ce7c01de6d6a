/** Email addresses, in the one spelling that accounts have. */
import { z } from "zod";

/** A domain in letters of other scripts, such as `müller.de`. Not what else an URL parser takes for a host. */
const IS_INTERNATIONAL = /^(?=.*[^\0-\x7f])[\p{L}\p{M}\p{N}.-]+$/u;

/** Mail servers know a domain by its ASCII form (Punycode), and some browsers send it from a form, others do not. */
function withAsciiDomain(email: string): string {
  const domainAt = email.lastIndexOf("@") + 1;
  const domain = email.slice(domainAt);
  const address = `https://${domain}`;
  if (!IS_INTERNATIONAL.test(domain) || !URL.canParse(address)) return email;
  return email.slice(0, domainAt) + new URL(address).hostname;
}

export function normalizeEmail(text: string): string {
  return withAsciiDomain(text.trim().toLowerCase());
}

export const Email = z
  .string()
  .overwrite(normalizeEmail)
  .max(254)
  .pipe(z.email("Please enter a valid email address"));
