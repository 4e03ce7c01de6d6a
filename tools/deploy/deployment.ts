/** The steps of a deployment, in order, and what runs them. */
import { nameOf, workersOf } from "../built-worker.ts";
import { bucketStep, lifecycleStep } from "./bucket.ts";
import { databaseStep, migrationsStep } from "./database.ts";
import { API } from "./deployed.ts";
import { domainStep } from "./domain.ts";
import { fontsStep } from "./fonts.ts";
import { queueStep } from "./queue.ts";
import { Refusal } from "./refusal.ts";
import { REQUIREMENTS } from "./requirements.ts";
import type { Deployment, Step } from "./step.ts";
import { workerStep, writeDeployedConfiguration } from "./worker.ts";

function steps(deployment: Deployment): Step[] {
  const { databases, renderWorkers } = deployment.environment;
  return [
    // First, because an account without the paid plan fails here, before it has anything.
    ...Array.from({ length: renderWorkers }).flatMap((_, index) => {
      const reader = nameOf("platen-render", index);
      return ["platen-jobs-dead", "platen-jobs"].map((queue) =>
        queueStep(deployment, nameOf(queue, index), reader),
      );
    }),
    queueStep(deployment, "platen-mails", "platen-api"),
    ...databases.map((_, index) => databaseStep(deployment, index)),
    bucketStep(deployment),
    lifecycleStep(deployment),
    fontsStep(deployment),
    ...databases.map((_, index) =>
      migrationsStep(deployment, index, () => writeDeployedConfiguration(deployment, API)),
    ),
    ...workersOf(deployment.environment)
      .filter((worker) => !(deployment.withoutApi && worker === API))
      .map((worker) => workerStep(deployment, worker)),
    domainStep(deployment),
  ];
}

export interface Planned {
  step: Step;
  /** Null: nothing to do. */
  change: string | null;
}

/** Runs each check to its end, so that the operator sees all refusals at once. @throws Refusal */
async function collect<T>(checks: readonly (() => Promise<T>)[]): Promise<T[]> {
  const done: T[] = [];
  const refusals = new Set<string>();
  for (const check of checks) {
    try {
      done.push(await check());
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      refusals.add(error.message);
    }
  }
  if (refusals.size > 0) throw new Refusal([...refusals].join("\n"));
  return done;
}

/** What a deployment would change. @throws Refusal if the operator must do something first. */
export async function plan(deployment: Deployment): Promise<Planned[]> {
  const looks = steps(deployment).map((step) => async () => ({ step, change: await step.look() }));
  const requirements = REQUIREMENTS.map((check) => async () => {
    await check(deployment);
    return null;
  });
  const planned = await collect<Planned | null>([...requirements, ...looks]);
  return planned.filter((one) => one !== null);
}

/**
 * Makes what is missing and updates what differs.
 * @param report Called with each step that is done.
 * @throws Error that names the step which failed. The next run continues there.
 */
export async function apply(deployment: Deployment, report: (done: string) => void): Promise<void> {
  for (const step of steps(deployment)) {
    try {
      const change = await step.look();
      if (change === null) continue;
      await step.change();
      report(`${step.name}: ${change}`);
    } catch (error) {
      if (error instanceof Refusal) throw error;
      const reason = error instanceof Error ? error.message : String(error);
      throw new Error(`${step.name} failed. Run the command again: it continues here.\n${reason}`, {
        cause: error,
      });
    }
  }
}

/** What a removal deletes, in its order, with what is lost. */
export async function planRemoval(deployment: Deployment): Promise<{ step: Step; loss: string }[]> {
  const losses = await collect(
    steps(deployment)
      .reverse()
      .map((step) => async () => ({ step, loss: await step.loss() })),
  );
  return losses.flatMap(({ step, loss }) => (loss === null ? [] : [{ step, loss }]));
}

export async function remove(deployment: Deployment, report: (done: string) => void): Promise<void> {
  for (const { step } of await planRemoval(deployment)) {
    await step.remove();
    report(step.name);
  }
}
