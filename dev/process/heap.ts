/** The heaps of workerd's isolates. One process runs thirty: our Workers, and Miniflare's for D1, R2, queues and the browser. */

/**
 * On a machine with much memory, V8 lets the garbage of each isolate grow to tens of megabytes before it collects it. These
 * limits, in megabytes, make it collect earlier and keep less room. At Cloudflare, isolates have 128 MB and limits of their own.
 */
const FLAGS = [
  "--max-semi-space-size=1",
  "--initial-old-space-size=4",
  "--heap-growing-percent=20",
  "--optimize-for-size",
];

/** Sets V8's flags for the next Miniflare. `own`: further ones. */
export function limitHeaps(own: readonly string[] = []): void {
  process.env.MINIFLARE_WORKERD_V8_FLAGS = [...FLAGS, ...own].join(" ");
}
