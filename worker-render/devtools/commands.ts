import { log } from "#log/log.ts";

/** For a command that not every version of the browser knows, and that the job can do without. */
export async function optional(command: Promise<unknown>): Promise<void> {
  await command.catch((error: unknown) => {
    log.warn("The browser does not know a command.", { error });
  });
}

/** For commands whose target may have ended before they reach it. */
export function ignore(): void {}
