/** Asks the operator at the terminal. */
import { createInterface } from "node:readline/promises";

/** The typed line; "" without input. */
export async function ask(question: string): Promise<string> {
  const line = createInterface({ input: process.stdin, output: process.stdout });
  try {
    const closed = new Promise<string>((resolve) => line.once("close", () => resolve("")));
    return (await Promise.race([line.question(question), closed])).trim();
  } finally {
    line.close();
  }
}
