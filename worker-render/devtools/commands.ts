/** For a command that not every version of the browser knows, and that the job can do without. */
export async function optional(command: Promise<unknown>): Promise<void> {
  await command.catch((error: unknown) => {
    console.warn(JSON.stringify({ warning: "the browser does not know a command", error: String(error) }));
  });
}

/** For commands whose target may have ended before they reach it. */
export function gone(): void {}
