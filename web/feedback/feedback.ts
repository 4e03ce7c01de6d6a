/** The one place for passing messages: what just succeeded or failed. */
import { useSyncExternalStore } from "react";
import { NOTICE_MS } from "../ui/times.ts";

export type FeedbackKind = "success" | "error" | "warning";

export interface Feedback {
  id: number;
  kind: FeedbackKind;
  message: string;
}

let current: readonly Feedback[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function become(next: readonly Feedback[]): void {
  current = next;
  for (const listener of listeners) listener();
}

export function dismiss(id: number): void {
  become(current.filter((entry) => entry.id !== id));
}

/** Shows a message for `forMs`; the same message shown again replaces the older one. */
export function show(kind: FeedbackKind, message: string, forMs: number = NOTICE_MS.publicKeys): void {
  lastId += 1;
  const id = lastId;
  become([...current.filter((entry) => entry.message !== message), { id, kind, message }]);
  setTimeout(() => dismiss(id), forMs);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useFeedback(): readonly Feedback[] {
  return useSyncExternalStore(subscribe, () => current);
}
