/** Type of a fault, and of what it may harm: only the soak's own service and pages. */
import type { Census } from "../scene/census.ts";
import type { Chance } from "../scene/chance.ts";
import type { Disk } from "../scene/disk.ts";
import type { PageServer } from "../scene/page-server.ts";
import type { Service } from "../scene/service.ts";

export interface Scene {
  service: Service;
  census: Census;
  pages: PageServer;
  /** Null where no disk of its own can be mounted. */
  disk: Disk | null;
}

export interface Fault {
  /** Whether the fault may end the service, which is then started again. */
  endsService?: boolean;
  /** Causes the fault, and waits for the end of a temporary one. Returns a description for the report. */
  run(scene: Scene, chance: Chance): Promise<string>;
}

/** Description of a fault that found nothing to harm. */
export const NOTHING = "nothing to hit";
