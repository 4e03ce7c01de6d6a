/** Faults of workerd and Node. */
import { setTimeout as sleep } from "node:timers/promises";
import { kindOf, signal } from "../scene/processes.ts";
import { type Fault, NOTHING } from "./fault.ts";
import { findProcess } from "./targets.ts";

export const killWorkerd: Fault = {
  endsService: true,
  async run(scene, chance) {
    const workerd = await findProcess(scene, "workerd", chance);
    return workerd && signal(workerd, "SIGKILL") ? `killed ${workerd.pid}` : NOTHING;
  },
};

/** Kills only Node. The service itself must make sure that workerd and the browsers end with it. */
export const killNode: Fault = {
  endsService: true,
  async run(scene, chance) {
    const node = await findProcess(scene, "node", chance);
    if (!node || !signal(node, "SIGKILL")) return NOTHING;
    await scene.service.ended();
    return `killed ${node.pid}`;
  },
};

const STOPPED_MS = 90;
const RUNNING_MS = 10;

/** Stops and continues all processes of the service in turn, which simulates an overloaded machine for the service only. */
export const starve: Fault = {
  async run({ census }, chance) {
    const seconds = chance.between(4, 8);
    const hit = census.look().filter((one) => one.state === "running" && kindOf(one) !== "node");
    const until = Date.now() + seconds * 1_000;
    while (Date.now() < until) {
      for (const one of hit) signal(one, "SIGSTOP");
      await sleep(STOPPED_MS);
      for (const one of hit) signal(one, "SIGCONT");
      await sleep(RUNNING_MS);
    }
    return `a tenth of the time for ${hit.length} processes, ${seconds} s`;
  },
};
