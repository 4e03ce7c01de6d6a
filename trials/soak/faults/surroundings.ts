/** Faults of the page server, the queue and the disk. */
import { setTimeout as sleep } from "node:timers/promises";
import { recentMessages } from "../scene/state.ts";
import { type Fault, NOTHING } from "./fault.ts";

export const refusePages: Fault = {
  async run({ pages }, chance) {
    const seconds = chance.between(2, 6);
    await pages.refuse(sleep(seconds * 1_000));
    return `connections refused for ${seconds} s`;
  },
};

export const stallPages: Fault = {
  async run({ pages }, chance) {
    const seconds = chance.between(2, 6);
    await pages.stall(sleep(seconds * 1_000));
    return `no response for ${seconds} s`;
  },
};

const MESSAGES = 20;

/** Delivers the messages of the newest jobs twice more, whatever state the jobs are in: Queues delivers at least once. */
export const repeatMessages: Fault = {
  async run({ service }) {
    const messages = recentMessages(MESSAGES);
    if (messages.length === 0) return NOTHING;
    await service.enqueue([...messages, ...messages]);
    return `${messages.length} messages delivered twice more`;
  },
};

export const fillDisk: Fault = {
  async run({ disk }, chance) {
    if (!disk) return NOTHING;
    const seconds = chance.between(3, 6);
    disk.fill();
    await sleep(seconds * 1_000);
    disk.free();
    return `no space left for ${seconds} s`;
  },
};
