/** Ctrl-C and its kin end a service in order: browsers, workerd and files first, then the process. */

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"];
const PARENT_CHECK_MS = 500;
const closers: (() => Promise<void>)[] = [];
let stopping = false;

/** What the first signal runs, the latest first, before the process exits with 0; a second signal exits at once. */
export function onStop(close: () => Promise<void>): void {
  closers.unshift(close);
}

async function stop(): Promise<void> {
  if (stopping) process.exit(1);
  stopping = true;
  try {
    for (const close of closers) await close();
    process.exit(0);
  } catch (error) {
    console.error(error);
    process.exit(1);
  }
}

for (const signal of SIGNALS) process.on(signal, stop);
// npm signals its shell, which does not pass it on: an end of the shell is our end.
const parent = process.ppid;
if (process.env.npm_lifecycle_event) {
  setInterval(() => {
    if (process.ppid !== parent && !stopping) void stop();
  }, PARENT_CHECK_MS).unref();
}
// Miniflare's own listeners, one for itself and one for each browser, exit the process in the middle of ours.
process.on("newListener", (event, listener) => {
  if (SIGNALS.some((signal) => signal === event)) setImmediate(() => process.off(event, listener));
});
