/** What the local runtime says that is neither news nor a fault. */

/**
 * After a restart worker-render asks for the browser of before. Cloudflare answers that there is none; Miniflare
 * fails an assertion and prints it. A new browser is started either way.
 */
export function isNoise(message: string): boolean {
  return message.includes("sessionInfo must be set before connecting");
}
