/** The page of a job while its steps change it: a step may also lead to another document, or to a PDF. */
import { z } from "zod";
import type { JobErrorCode } from "#contract/errors.ts";
import { ignore } from "../devtools/commands.ts";
import { evaluate, Navigated, Spoiled } from "../devtools/in-page.ts";
import { type Budget, within } from "../fault/budget.ts";
import type { Journal } from "../fault/journal.ts";
import { PageFault } from "../fault/page-fault.ts";
import type { Opened, OpenedPage } from "../page/open.ts";
import { READ_SIGNS, Signs } from "../page/walls.ts";
import type { Tab } from "../tab/tab.ts";
import type { Wishes } from "./wishes.ts";

/** Least time that the phases after the steps need. */
const RESERVE_MS = 8_000;
/** Longest time for a response that waits for nothing. Only a page whose scripts hang takes so long. */
const RESPONSE_MS = 10_000;
/** Part of RESERVE_MS that such responses leave, so that they have time also after a long wait. */
const CAPTURE_MS = 5_000;
/** Longest wait for reading the signs of a wall. */
const SIGNS_MS = 1_000;

const Anything = z.unknown();

export interface StepTask {
  wishes: Wishes;
  budget: Budget;
  journal: Journal;
}

/** `replaced`: another document has come meanwhile. `silent`: the page's scripts hang, or have replaced what ours need. */
export type Response<T> = { kind: "value"; value: T } | { kind: "replaced" | "silent" };

export class SteppedPage {
  readonly tab: Tab;
  readonly task: StepTask;
  opened: Opened;

  constructor(tab: Tab, opened: OpenedPage, task: StepTask) {
    this.tab = tab;
    this.opened = opened;
    this.task = task;
  }

  /** At most `wantedMs`, without the time that the capture needs. */
  leftMs(wantedMs: number): number {
    return this.task.budget.share(wantedMs, RESERVE_MS);
  }

  /** Longest time for a response that waits for nothing. */
  responseMs(): number {
    return this.task.budget.share(RESPONSE_MS, CAPTURE_MS);
  }

  /** Evaluates the expression in the page, and waits for the document that it may lead to. */
  async evaluate<T>(expression: string, schema: z.ZodType<T>, ms: number): Promise<Response<T>> {
    const { cdpSession } = this.tab;
    if (this.opened.kind === "pdf") return { kind: "replaced" };
    const value = evaluate(cdpSession, expression, schema).then(
      (value): Response<T> => ({ kind: "value", value }),
      (error: unknown): Response<T> => {
        if (error instanceof Navigated) return { kind: "replaced" };
        if (error instanceof Spoiled) return { kind: "silent" };
        throw error;
      },
    );
    const response = await within<Response<T>>(value, ms, () => {
      cdpSession.send("Runtime.terminateExecution").catch(ignore);
      // If nothing runs, the next script is ended in its place.
      cdpSession.send("Runtime.evaluate", { expression: "0" }).catch(ignore);
      return { kind: "silent" };
    });
    if (response.kind !== "silent") this.opened = await this.opened.again();
    return response;
  }

  /** Evaluates an expression that waits for nothing. Throws PageFault `page_timeout` when the page's scripts hang. */
  async command(expression: string): Promise<void> {
    const { kind } = await this.evaluate(expression, Anything, this.responseMs());
    if (kind === "silent") throw new PageFault("page_timeout", "preparing");
  }

  /** Waits for the end of a bot check that passes by itself. The steps are for the page behind it. */
  async passBotCheck(): Promise<void> {
    while (this.opened.kind === "page") {
      const { opened } = this;
      const wall = opened.wall(await this.signs());
      if (wall?.code !== "bot_challenge") return;
      if (!opened.mayPass(wall)) throw new PageFault(wall.code, "preparing", wall.message);
      if (await opened.replaced()) this.opened = await opened.again();
    }
  }

  /** Fails the job, or warns with `bestAttempt`. A wall is the better reason. */
  async fail(code: Extract<JobErrorCode, "wait_failed" | "js_failed">, message: string): Promise<void> {
    const wall = this.opened.kind === "page" ? this.opened.wall(await this.signs()) : null;
    if (wall) throw new PageFault(wall.code, "preparing", wall.message);
    if (!this.task.wishes.bestAttempt) throw new PageFault(code, "preparing", message);
    this.task.journal.warn({ code, message });
  }

  /** The page that the steps have led to. */
  async end(): Promise<Opened> {
    const opened = this.opened.kind === "page" ? await this.opened.again() : this.opened;
    return opened.kind === "page" ? { ...opened, changed: true } : opened;
  }

  private async signs(): Promise<Signs> {
    const signs = evaluate(this.tab.cdpSession, READ_SIGNS, Signs).catch(() => null);
    return within(signs, SIGNS_MS, () => null);
  }
}
