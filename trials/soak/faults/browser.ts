/** Faults of browsers. */
import { setTimeout as sleep } from "node:timers/promises";
import { signal } from "../scene/processes.ts";
import { type Fault, NOTHING } from "./fault.ts";
import { findBrowser, findProcess } from "./targets.ts";

export const killBrowser: Fault = {
  async run(scene, chance) {
    const [browser] = (await findBrowser(scene, chance)) ?? [];
    return browser && signal(browser, "SIGKILL") ? `killed ${browser.pid}` : NOTHING;
  },
};

/** The browser never responds again, but its connection stays open. */
export const freezeBrowser: Fault = {
  async run(scene, chance) {
    const processes = (await findBrowser(scene, chance)) ?? [];
    const hit = processes.filter((one) => signal(one, "SIGSTOP"));
    return hit[0] ? `stopped ${hit[0].pid} and its ${hit.length - 1} children for good` : NOTHING;
  },
};

export const pauseBrowser: Fault = {
  async run(scene, chance) {
    const processes = (await findBrowser(scene, chance)) ?? [];
    const seconds = chance.between(2, 8);
    const hit = processes.filter((one) => signal(one, "SIGSTOP"));
    if (!hit[0]) return NOTHING;
    await sleep(seconds * 1_000);
    for (const one of hit) signal(one, "SIGCONT");
    return `stopped ${hit[0].pid} and its ${hit.length - 1} children for ${seconds} s`;
  },
};

export const killRenderer: Fault = {
  async run(scene, chance) {
    const renderer = await findProcess(scene, "renderer", chance);
    return renderer && signal(renderer, "SIGKILL") ? `killed ${renderer.pid}` : NOTHING;
  },
};
