/** The line: whose turn it is. First come, first served within the slots. */
import { DurableObject } from "cloudflare:workers";
import type { SchedulerCalls, SchedulerStatus } from "#contract/scheduler.ts";

export class Scheduler extends DurableObject<Env> implements SchedulerCalls {
  private readonly waiting: string[] = [];
  private readonly running = new Map<string, string>();
  private readonly watchers = new Map<string, Set<() => void>>();

  private sessions(): string[] {
    return Array.from({ length: Number(this.env.BROWSERS) }, (_, index) => `browser-${index}`);
  }

  async offer(jobIds: string[]): Promise<void> {
    for (const jobId of jobIds) {
      if (!this.waiting.includes(jobId) && !this.running.has(jobId)) this.waiting.push(jobId);
    }
    this.fill();
  }

  async drop(jobId: string): Promise<void> {
    const index = this.waiting.indexOf(jobId);
    if (index >= 0) this.waiting.splice(index, 1);
    this.tell(jobId);
  }

  async settled(jobId: string, waitMs: number): Promise<boolean> {
    return new Promise((resolve) => {
      const watchers = this.watchers.get(jobId) ?? new Set();
      this.watchers.set(jobId, watchers);
      const finish = () => {
        clearTimeout(timer);
        watchers.delete(finish);
        resolve(true);
      };
      const timer = setTimeout(() => {
        watchers.delete(finish);
        resolve(false);
      }, waitMs);
      watchers.add(finish);
    });
  }

  async status(): Promise<SchedulerStatus> {
    const slots = this.sessions().length * Number(this.env.TABS_PER_BROWSER);
    return { waiting: this.waiting.length, running: this.running.size, slots };
  }

  private fill(): void {
    for (const session of this.sessions()) {
      while (this.waiting.length > 0 && this.load(session) < Number(this.env.TABS_PER_BROWSER)) {
        const jobId = this.waiting.shift();
        if (jobId === undefined) return;
        this.running.set(jobId, session);
        this.ctx.waitUntil(this.run(jobId, session));
      }
    }
  }

  private load(session: string): number {
    return [...this.running.values()].filter((name) => name === session).length;
  }

  private async run(jobId: string, session: string): Promise<void> {
    let outcome: "final" | "again" = "again";
    try {
      outcome = await this.env.SESSIONS.getByName(session).render(jobId);
    } finally {
      this.running.delete(jobId);
      if (outcome === "again") this.waiting.push(jobId);
      else this.tell(jobId);
      this.fill();
    }
  }

  private tell(jobId: string): void {
    for (const finish of this.watchers.get(jobId) ?? []) finish();
    this.watchers.delete(jobId);
  }
}
