/** Mailboxes as keyed hashes, to recognize a mailbox without its address. */
import { deriveHash, type Key, readKeys } from "./keys.ts";

const GMAIL = ["gmail.com", "googlemail.com"];

/** The hash of a mailbox by the newest key of SIGNING_KEY, under which it is stored, and by each key. */
export interface MailboxHash {
  newest: string;
  all: readonly string[];
}

/** Lower case, without a plus tag; on Gmail also without dots. All spellings that reach one mailbox are equal. */
export function foldAddress(email: string): string {
  const [name = "", domain = ""] = email.toLowerCase().split(/@(?=[^@]*$)/);
  const untagged = name.split("+")[0] ?? name;
  return GMAIL.includes(domain) ? `${untagged.replaceAll(".", "")}@gmail.com` : `${untagged}@${domain}`;
}

/** HMACs of the mailbox, with keys that are derived for this purpose only. */
export function mailboxHash(email: string, signingKey: string): MailboxHash {
  const hashWith = ({ bytes }: Key) =>
    deriveHash(foldAddress(email), "platen mailbox", bytes).toString("base64url");
  const keys = readKeys(signingKey);
  return { newest: hashWith(keys[0]), all: keys.map(hashWith) };
}
