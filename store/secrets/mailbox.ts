/** Mailboxes as keyed hashes, to recognize a mailbox without its address. */
import { Buffer } from "node:buffer";
import { createHmac, hkdfSync } from "node:crypto";

const KEY_BYTES = 32;
const GMAIL = ["gmail.com", "googlemail.com"];

/** Lower case, without a plus tag; on Gmail also without dots. All spellings that reach one mailbox are equal. */
function foldAddress(email: string): string {
  const [name = "", domain = ""] = email.toLowerCase().split(/@(?=[^@]*$)/);
  const untagged = name.split("+")[0] ?? name;
  return GMAIL.includes(domain) ? `${untagged.replaceAll(".", "")}@gmail.com` : `${untagged}@${domain}`;
}

/** HMAC of the mailbox, with a key that is derived from SIGNING_KEY (base64) for this purpose only. */
export function mailboxHash(email: string, signingKey: string): string {
  const key = hkdfSync("sha256", Buffer.from(signingKey, "base64"), "", "platen mailbox", KEY_BYTES);
  return createHmac("sha256", Buffer.from(key)).update(foldAddress(email)).digest("base64url");
}
