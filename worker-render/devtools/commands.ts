import { log } from "#log/log.ts";

/** Awaits a command that some versions of the browser do not support, and that the job can do without. Never rejects. */
export async function optional(command: Promise<unknown>): Promise<void> {
  await command.catch((error: unknown) => {
    log.warn("The browser does not support a command.", { error });
  });
}

/** Does nothing: for `catch` on commands whose target may be gone before they arrive. */
export function ignore(): void {}
