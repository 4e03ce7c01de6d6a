/** Chooses one of the service's processes. */
import { setTimeout as sleep } from "node:timers/promises";
import type { Chance } from "../scene/chance.ts";
import { type Kind, kindOf, type Process, withDescendants } from "../scene/processes.ts";
import type { Scene } from "./fault.ts";

/** A browser starts with the first job after the last one ended. */
const APPEARS_TIMEOUT_MS = 5_000;
const POLL_MS = 20;

/** One running process of the kind, once there is one; null when none appears. */
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

/** A browser with its renderers and its other processes, the browser first; null when none appears. */
export async function findBrowser(scene: Scene, chance: Chance): Promise<Process[] | null> {
  const browser = await findProcess(scene, "browser", chance);
  return browser && withDescendants(scene.census.look(), [browser]);
}
