import { targetPolicy } from "#contract/target/policy.ts";
import { checkTarget } from "#contract/target/target.ts";
import { withScheme } from "../../words/address.ts";

type PageAddress = { url: string; fault: null } | { url: null; fault: string };

/**
 * Completes the typed address (`example.com` → `https://example.com`) and checks it by the server's rule before it
 * is sent. Private addresses pass here, because only the server knows if they are allowed.
 */
export function pageAddress(text: string): PageAddress {
  const trimmed = text.trim();
  if (!trimmed) return { url: null, fault: "Please enter the address of a page" };
  const url = withScheme(trimmed);
  const policy = targetPolicy({ PUBLIC_ORIGIN: window.location.origin, ALLOW_PRIVATE_TARGETS: "true" });
  const checked = checkTarget(url, policy);
  return checked.ok ? { url, fault: null } : { url: null, fault: checked.reason };
}
