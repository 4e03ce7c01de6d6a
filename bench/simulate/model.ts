/** Simulates a job as a sequence of stations: admission in D1, scheduler, browser slot, completion in D1. */
import { chance, Station, Timeline } from "./events.ts";
import { PLATFORM_LIMITS } from "./limits.ts";

/** Measured times of one job, in milliseconds. */
export interface PhaseTimes {
  /** D1 time of one admission batch. */
  admitMs: number;
  /** D1 time of all later statements of a job: claim, stages, completion, and reads while the client waits. */
  followMs: number;
  schedulerMs: number;
  /** Median and 95th percentile of the time for which a tab is held. */
  renderP50Ms: number;
  renderP95Ms: number;
}

export interface Shape {
  browsers: number;
  tabsPerBrowser: number;
  /** D1 databases over which accounts are spread. */
  databases: number;
  /** Scheduler objects, each with its own queue and share of the browsers. */
  schedulers: number;
}

export interface Outcome {
  jobsPerSecond: number;
  waitP50Ms: number;
  waitP95Ms: number;
  /** Used share of each part's capacity. */
  load: { browsers: number; database: number; scheduler: number; queue: number };
}

const NORMAL_P95 = 1.645;

/** Draws from the log-normal distribution that has the given median and 95th percentile. */
function logNormal(random: () => number, p50: number, p95: number): number {
  const sigma = Math.log(p95 / p50) / NORMAL_P95;
  const gauss = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  return p50 * Math.exp(sigma * gauss);
}

function percentile(values: number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/** Offers `jobsPerSecond` (Poisson) for `seconds`, and reports how long jobs waited besides their own work. */
function simulate(
  times: PhaseTimes,
  shape: Shape,
  jobsPerSecond: number,
  seconds: number,
  seed = 1,
): Outcome {
  const timeline = new Timeline();
  const random = chance(seed);
  const stations = (count: number, servers: number) =>
    Array.from({ length: count }, () => new Station(timeline, servers));
  const databases = stations(shape.databases, 1);
  const schedulers = stations(shape.schedulers, 1);
  const slots = stations(
    shape.schedulers,
    Math.floor((shape.browsers * shape.tabsPerBrowser) / shape.schedulers),
  );
  const pick = (from: Station[]) => from[Math.floor(random() * from.length)] ?? new Station(timeline, 1);
  const waits: number[] = [];
  let finished = 0;

  const arrive = () => {
    timeline.after((-Math.log(1 - random()) * 1000) / jobsPerSecond, arrive);
    const database = pick(databases);
    const shard = Math.floor(random() * shape.schedulers);
    const renderMs = logNormal(random, times.renderP50Ms, times.renderP95Ms);
    const arrivedAt = timeline.now;
    const ownMs = times.admitMs + times.schedulerMs + renderMs + times.followMs;
    database.serve(times.admitMs, () =>
      (schedulers[shard] ?? pick(schedulers)).serve(times.schedulerMs, () =>
        (slots[shard] ?? pick(slots)).serve(renderMs, () =>
          database.serve(times.followMs, () => {
            finished += 1;
            waits.push(timeline.now - arrivedAt - ownMs);
          }),
        ),
      ),
    );
  };
  arrive();
  const spanMs = seconds * 1000;
  timeline.runUntil(spanMs);

  const mean = (from: Station[]) =>
    from.reduce((sum, station) => sum + station.load(spanMs), 0) / from.length;
  return {
    jobsPerSecond: finished / seconds,
    waitP50Ms: percentile(waits, 0.5),
    waitP95Ms: percentile(waits, 0.95),
    load: {
      browsers: mean(slots),
      database: mean(databases),
      scheduler: mean(schedulers),
      queue: jobsPerSecond / (PLATFORM_LIMITS.queueMessagesPerSecond * shape.schedulers),
    },
  };
}

/** The highest steady rate at which 95 of 100 jobs wait less than `waitMs`: bisection to 2 %. */
export function capacity(times: PhaseTimes, shape: Shape, waitMs = 2_000): Outcome {
  let low = 0;
  let high = (shape.browsers * shape.tabsPerBrowser * 1000) / times.renderP50Ms;
  let best = simulate(times, shape, high / 100, 120);
  while (high - low > high * 0.02) {
    const rate = (low + high) / 2;
    const outcome = simulate(times, shape, rate, Math.max(60, Math.min(600, 60_000 / rate)));
    if (outcome.waitP95Ms <= waitMs) {
      low = rate;
      best = outcome;
    } else {
      high = rate;
    }
  }
  return best;
}
