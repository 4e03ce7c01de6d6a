/**
 * Jobs that the user deletes. They leave the lists at once; the request is sent when the time to undo is over, and when
 * the page is left.
 */
import { useSyncExternalStore } from "react";
import { LIMITS } from "#contract/limits.ts";
import { call } from "../client/call.ts";
import { sentenceOf } from "../client/failure.ts";
import { dismiss, show } from "../feedback/feedback.ts";
import { useReloadAfterJob } from "../queries/jobs.ts";
import { beforeSignOut } from "../session/session.ts";
import { NOTICE_MS } from "../ui/times.ts";
import { counted } from "../words/sizes.ts";

interface Deletion {
  ids: readonly string[];
  reload: () => Promise<void>;
  timer: ReturnType<typeof setTimeout>;
  messageId: number;
}

let hidden: ReadonlySet<string> = new Set();
/** The deletion that can still be undone. */
let waiting: Deletion | null = null;
const listeners = new Set<() => void>();

function hide(next: ReadonlySet<string>): void {
  hidden = next;
  for (const listener of listeners) listener();
}

function restore(ids: readonly string[]): void {
  hide(new Set([...hidden].filter((id) => !ids.includes(id))));
}

function undo(): void {
  if (!waiting) return;
  clearTimeout(waiting.timer);
  dismiss(waiting.messageId);
  restore(waiting.ids);
  waiting = null;
}

/** Sends one request. Jobs that were not deleted are in the lists again, and a message says why. */
async function request(ids: string[]): Promise<void> {
  try {
    const { kept } = await call("POST /jobs/delete", { body: { ids }, keepalive: true });
    if (kept.length === 0) return;
    restore(kept);
    show("warning", `${counted(kept.length, "job")} not deleted: wait until the rendering has ended.`);
  } catch (error) {
    restore(ids);
    show("error", sentenceOf(error, `${counted(ids.length, "job")} could not be deleted.`));
  }
}

async function send(): Promise<void> {
  if (!waiting) return;
  const { ids, timer, messageId, reload } = waiting;
  clearTimeout(timer);
  dismiss(messageId);
  waiting = null;
  const parts = Array.from({ length: Math.ceil(ids.length / LIMITS.jobsPerDeletion) }, (_, part) =>
    ids.slice(part * LIMITS.jobsPerDeletion, (part + 1) * LIMITS.jobsPerDeletion),
  );
  await Promise.all(parts.map(request));
  await reload();
}

function sendNow(): void {
  void send();
}

window.addEventListener("pagehide", sendNow);
beforeSignOut(sendNow);
window.addEventListener("keydown", (event) => {
  const isField =
    event.target instanceof Element && event.target.matches("input:not([type=checkbox]), textarea");
  if (!waiting || isField || event.key !== "z" || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  undo();
});

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Jobs that are deleted or about to be. */
export function useHiddenJobs(): ReadonlySet<string> {
  return useSyncExternalStore(subscribe, () => hidden);
}

/** Deletes jobs; until its time is over, the message offers to undo it. */
export function useDeleteJobs(): (ids: readonly string[]) => void {
  const reload = useReloadAfterJob();
  return (ids) => {
    sendNow();
    hide(new Set([...hidden, ...ids]));
    const messageId = show("success", `${counted(ids.length, "job")} deleted.`, NOTICE_MS.undo, {
      label: "Undo",
      keys: "Control+Z Meta+Z",
      run: undo,
    });
    waiting = { ids, reload, messageId, timer: setTimeout(sendNow, NOTICE_MS.undo) };
  };
}
