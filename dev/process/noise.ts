/** Messages of the local runtime that need no attention. */
import { isDiskFull } from "../../tools/sentence.ts";

/**
 * After a restart, worker-render asks for its previous browser. Cloudflare reports that it does not exist; Miniflare
 * prints a failed assertion. worker-render starts a new browser in both cases.
 */
const LOST_BROWSER = "sessionInfo must be set before connecting";

/** workerd prints this for each write on a full disk. The Workers log the request that failed. */
const EXCEPTION = /^(e = |NOSENTRY|workerd\/|\*\*\* Fatal)/;

/** The stack that follows an exception's line: addresses in workerd's binary. */
const ADDRESSES = /^stack: \S*workerd@/;

export function isNoise(message: string): boolean {
  return (
    message.includes(LOST_BROWSER) ||
    ADDRESSES.test(message) ||
    (EXCEPTION.test(message) && isDiskFull(message))
  );
}
