/** How a command ends: quietly, or with a sentence on standard error and exit code 1. */
import { sentence } from "./sentence.ts";

export async function run(command: () => Promise<void>): Promise<void> {
  try {
    await command();
  } catch (error) {
    console.error(sentence(error));
    // At once: what was started halfway would keep the process alive.
    process.exit(1);
  }
}
