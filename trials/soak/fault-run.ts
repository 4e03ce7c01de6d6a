/** Runs the planned faults one after another, each after its number of jobs. */

import type { Scene } from "./faults/fault.ts";
import { FAULTS } from "./faults/index.ts";
import type { FaultName } from "./faults/names.ts";
import type { FaultReport } from "./figures.ts";
import { seeded } from "./scene/chance.ts";
import { planFaults, type Scheduled } from "./schedule.ts";

export class Faults {
  readonly reports: FaultReport[] = [];
  readonly skipped: string[] = [];
  private readonly scene: Scene;
  private readonly plan: Generator<Scheduled<FaultName>>;
  private due: Scheduled<FaultName> | undefined;
  private begun: Promise<void> = Promise.resolve();
  private running: Promise<void> = Promise.resolve();

  constructor(scene: Scene, names: readonly FaultName[], seed: number, jobs: number | null) {
    this.scene = scene;
    const possible = names.filter((name) => name !== "fill-disk" || scene.disk !== null);
    if (possible.length < names.length)
      this.skipped.push("fill-disk: only root on Linux may mount a small filesystem");
    this.plan = planFaults(possible, seed, jobs);
    this.advance();
  }

  /** Begins the faults that are due after `begun` jobs. Resolves when they have begun. Only one fault runs at a time. */
  async before(begun: number): Promise<void> {
    while (this.due && this.due.afterJobs <= begun) {
      const scheduled = this.due;
      this.advance();
      this.begun = this.begun.then(async () => {
        await this.running;
        this.running = this.happen(scheduled);
        // The next call that waits for this fault gets the error.
        this.running.catch(() => undefined);
      });
    }
    await this.begun;
  }

  /** Resolves when the last fault has ended and the service responds. */
  async end(): Promise<void> {
    await this.running;
    await this.scene.service.recover("after the last job", false);
  }

  private advance(): void {
    const { value } = this.plan.next();
    this.due = value || undefined;
  }

  private async happen({ name, afterJobs, seed }: Scheduled<FaultName>): Promise<void> {
    const begunAt = Date.now();
    await this.scene.service.recover(`before ${name}`, false);
    const hit = await FAULTS[name].run(this.scene, seeded(seed)).catch((error: unknown) => {
      const message = error instanceof Error ? error.message : String(error);
      this.scene.service.troubles.push(`${name}: ${message}`);
      return message;
    });
    await this.scene.service.recover(name, FAULTS[name].endsService === true);
    const seconds = Math.round((Date.now() - begunAt) / 1_000);
    this.reports.push({ name, afterJobs, begunAt, hit, seconds });
  }
}
