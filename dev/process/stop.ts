/** Every way that a service ends by itself or on a signal: browsers, workerd and files first, then the process. */

import { isDiskFull, sentence } from "../../tools/sentence.ts";
import { npmWatch } from "./npm-process.ts";

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"];
const NPM_CHECK_MS = 500;
/** Miniflare gives each browser five seconds. What is left after this, `end-run.sh` kills. */
const STOP_TIMEOUT_MS = 15_000;
const closers: (() => Promise<void>)[] = [];
let stopping = false;

/** What the first signal runs, the latest first, before the process exits with 0; a second signal exits at once. */
export function onStop(close: () => Promise<void>): void {
  closers.unshift(close);
}

async function stop(code: number): Promise<void> {
  if (stopping) process.exit(1);
  stopping = true;
  setTimeout(() => process.exit(1), STOP_TIMEOUT_MS).unref();
  try {
    for (const close of closers) await close();
    process.exit(code);
  } catch (error) {
    console.error(sentence(error));
    process.exit(1);
  }
}

/** Ends the service with a sentence and exit code 1. */
export function stopWith(reason: string): void {
  if (stopping) return;
  console.error(reason);
  void stop(1);
}

for (const signal of SIGNALS) process.on(signal, () => void stop(0));
const hasNpmEnded = npmWatch();
if (hasNpmEnded) {
  setInterval(() => {
    if (hasNpmEnded() && !stopping) void stop(0);
  }, NPM_CHECK_MS).unref();
}
// Miniflare's own listeners, one for itself and one for each browser, exit the process in the middle of ours.
process.on("newListener", (event, listener) => {
  if (SIGNALS.some((signal) => signal === event)) setImmediate(() => process.off(event, listener));
});

// A log that cannot be written, on a full disk or into a closed terminal, is no reason to end.
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});

function survive(error: unknown): void {
  if (isDiskFull(error)) console.error(sentence(error));
  else {
    console.error(error);
    stopWith("Platen ends after an error that it does not expect; see above.");
  }
}
process.on("uncaughtException", survive);
process.on("unhandledRejection", survive);
