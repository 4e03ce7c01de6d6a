/** R2 as the routes ask it: what it throws is a fault of its own, and worth trying again. */
import { unavailable } from "../http/api-error.ts";

export async function fromStorage<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask();
  } catch (cause) {
    throw unavailable(cause);
  }
}
