/** What the local runtime says that is neither news nor a fault. */
import { isDiskFull } from "../../tools/sentence.ts";

/**
 * After a restart worker-render asks for the browser of before. Cloudflare answers that there is none; Miniflare
 * fails an assertion and prints it. A new browser is started either way.
 */
const LOST_BROWSER = "sessionInfo must be set before connecting";

/** workerd's own words for each write on a full disk. The Workers log the request that failed of it. */
const EXCEPTION = /^(e = |NOSENTRY|workerd\/|\*\*\* Fatal)/;

/** Addresses in workerd's binary, after an exception that stands in the line before. */
const ADDRESSES = /^stack: \S*workerd@/;

export function isNoise(message: string): boolean {
  return (
    message.includes(LOST_BROWSER) ||
    ADDRESSES.test(message) ||
    (EXCEPTION.test(message) && isDiskFull(message))
  );
}
