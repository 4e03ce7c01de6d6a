/** Finds all processes of the service, also those that left its process tree because their parent was killed. */
import { identity, kindOf, livingProcesses, type Process, signal, withDescendants } from "./processes.ts";

const LOOK_MS = 300;

export interface Memory {
  workerdBytes: number;
  nodeBytes: number;
  /** Memory of the browsers with all their processes. */
  browserBytes: number;
  /** Number of browsers. */
  browsers: number;
}

const NO_MEMORY: Memory = { workerdBytes: 0, nodeBytes: 0, browserBytes: 0, browsers: 0 };

function memoryOf(processes: readonly Process[]): Memory {
  const sum = (of: (one: Process) => boolean) =>
    processes.filter(of).reduce((bytes, { residentBytes }) => bytes + residentBytes, 0);
  const browsers = processes.filter((one) => kindOf(one) === "browser");
  const inBrowser = new Set(withDescendants(processes, browsers));
  return {
    workerdBytes: sum((one) => kindOf(one) === "workerd"),
    nodeBytes: sum((one) => kindOf(one) === "node"),
    browserBytes: sum((one) => inBrowser.has(one)),
    browsers: browsers.length,
  };
}

export class Census {
  /** The highest value of each figure so far. */
  peak: Memory = NO_MEMORY;
  private readonly known = new Set<string>();
  private readonly roots = new Set<number>();
  private readonly timer = setInterval(() => this.look(), LOOK_MS);

  /** Counts this child process and all processes below it as the service's from now on. */
  follow(pid: number): void {
    this.roots.add(pid);
    this.look();
  }

  /** The running processes of the service, also those outside its process tree. */
  look(): Process[] {
    const all = livingProcesses();
    const ours = withDescendants(
      all,
      all.filter(
        (one) => this.known.has(identity(one)) || (this.roots.has(one.pid) && one.parent === process.pid),
      ),
    );
    for (const one of ours) this.known.add(identity(one));
    const now = memoryOf(ours);
    this.peak = {
      workerdBytes: Math.max(this.peak.workerdBytes, now.workerdBytes),
      nodeBytes: Math.max(this.peak.nodeBytes, now.nodeBytes),
      browserBytes: Math.max(this.peak.browserBytes, now.browserBytes),
      browsers: Math.max(this.peak.browsers, now.browsers),
    };
    return ours;
  }

  memory(): Memory {
    return memoryOf(this.look());
  }

  /** Kills the remaining processes with SIGKILL, and returns them. */
  killAll(): Process[] {
    const left = this.look();
    for (const one of left) signal(one, "SIGKILL");
    return left;
  }

  close(): void {
    clearInterval(this.timer);
  }
}
