/** How a command ends: quietly, or with a sentence on standard error and exit code 1. */
import { z } from "zod";

function sentence(error: unknown): string {
  if (error instanceof z.ZodError) {
    return error.issues.map((issue) => `--${issue.path.join(".")}: ${issue.message}`).join("\n");
  }
  return error instanceof Error ? error.message : String(error);
}

export async function run(command: () => Promise<void>): Promise<void> {
  try {
    await command();
  } catch (error) {
    console.error(sentence(error));
    // At once: what was started halfway would keep the process alive.
    process.exit(1);
  }
}
