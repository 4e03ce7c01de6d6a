/** What a fault is, and what it may reach: only the soak's own service and pages. */
import type { Census } from "../scene/census.ts";
import type { Chance } from "../scene/chance.ts";
import type { Disk } from "../scene/disk.ts";
import type { PageServer } from "../scene/page-server.ts";
import type { Service } from "../scene/service.ts";

export interface Scene {
  service: Service;
  census: Census;
  pages: PageServer;
  /** Null where the machine has none to fill. */
  disk: Disk | null;
}

export interface Fault {
  /** Whether the service may end of it and has to be started again. */
  endsService?: boolean;
  /** Does the harm and, where it ends by itself, waits for that; answers what was hit. */
  run(scene: Scene, chance: Chance): Promise<string>;
}

/** What a fault answers that found nothing to harm. */
export const NOTHING = "nothing to hit";
