/** Runs a command. An error becomes one sentence on standard error and exit code 1. */
import { sentence } from "./sentence.ts";

export async function run(command: () => Promise<void>): Promise<void> {
  try {
    await command();
  } catch (error) {
    console.error(sentence(error));
    // Not `exitCode`: what the command has started would keep the process alive.
    process.exit(1);
  }
}
