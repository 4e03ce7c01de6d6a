/** Starts everything that a soak needs, and ends all of it, also when the soak is interrupted. */

import { freePort } from "../../dev/process/ports.ts";
import { findRunning } from "../../dev/process/running.ts";
import { onStop } from "../../dev/process/stop.ts";
import { SERVICE_DIR } from "../../tools/paths.ts";
import type { Arguments } from "./arguments.ts";
import type { Scene } from "./faults/fault.ts";
import { Census } from "./scene/census.ts";
import { mountDisk, unmountDisk } from "./scene/disk.ts";
import { PageServer } from "./scene/page-server.ts";
import { Service } from "./scene/service.ts";

/** Throws when another soak runs in the same folder. */
export async function openScene(wanted: Arguments): Promise<Scene & { close(): Promise<void> }> {
  const other = await findRunning();
  if (other) throw new Error(`Another soak's service still runs at ${other.origin}. Stop it first.`);
  unmountDisk(SERVICE_DIR);
  const disk = wanted.faults.includes("fill-disk") ? mountDisk(SERVICE_DIR) : null;
  const census = new Census();
  const service = new Service(await freePort(), census);
  const pages = new PageServer(wanted.pages);
  const close = async () => {
    await service.stop();
    census.killAll();
    census.close();
    await pages.close();
    disk?.unmount();
  };
  onStop(close);
  service.prepare();
  await pages.open();
  return { service, census, pages, disk, close };
}
