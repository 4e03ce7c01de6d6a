/** Ends the service, on a signal or after an error: first browsers, workerd and files, then the process. */

import { isDiskFull, sentence } from "../../tools/sentence.ts";
import { npmWatch } from "./npm-process.ts";

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"];
const NPM_CHECK_MS = 500;
/** Miniflare gives each browser 5 s. After this, `end-run.sh` kills what is left. */
const STOP_TIMEOUT_MS = 15_000;
const closers: (() => Promise<void>)[] = [];
let stopping = false;

/** Adds a function that the first signal runs, the last added first, before exit with code 0. A second signal exits at once. */
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
// Miniflare adds listeners, one for itself and one for each browser, that exit the process before our closers are done.
process.on("newListener", (event, listener) => {
  if (SIGNALS.some((signal) => signal === event)) setImmediate(() => process.off(event, listener));
});

// The service continues when its log cannot be written (full disk, closed terminal).
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});

function survive(error: unknown): void {
  if (isDiskFull(error)) console.error(sentence(error));
  else {
    console.error(error);
    stopWith("Platen stops after an unexpected error; see above.");
  }
}
process.on("uncaughtException", survive);
process.on("unhandledRejection", survive);
