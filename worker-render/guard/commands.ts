/** Closes a way that not every version of the browser knows, and without which the guard still holds. */
export async function optional(command: Promise<unknown>): Promise<void> {
  await command.catch((error: unknown) => {
    console.warn(JSON.stringify({ guard: "the browser does not know a command", error: String(error) }));
  });
}

/** For commands whose target may have ended before they reach it. */
export function gone(): void {}
