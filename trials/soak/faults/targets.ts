/** Chooses one of the service's processes. */
import { setTimeout as sleep } from "node:timers/promises";
import type { Chance } from "../scene/chance.ts";
import { type Kind, kindOf, type Process, withDescendants } from "../scene/processes.ts";
import type { Scene } from "./fault.ts";

/** Longest wait for a process. A new browser starts only with the next job. */
const APPEARS_TIMEOUT_MS = 5_000;
const POLL_MS = 20;

/** Waits for a running process of the kind and returns one of them; null when none appears in time. */
export async function findProcess({ census }: Scene, kind: Kind, chance: Chance): Promise<Process | null> {
  const deadline = Date.now() + APPEARS_TIMEOUT_MS;
  while (Date.now() < deadline) {
    const found = census.look().filter((one) => kindOf(one) === kind && one.state === "running");
    const one = chance.pick(found);
    if (one) return one;
    await sleep(POLL_MS);
  }
  return null;
}

/** A browser with all its processes, the browser's own first; null when none appears in time. */
export async function findBrowser(scene: Scene, chance: Chance): Promise<Process[] | null> {
  const browser = await findProcess(scene, "browser", chance);
  return browser && withDescendants(scene.census.look(), [browser]);
}
