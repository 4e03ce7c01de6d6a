/** The one place for passing messages: what just succeeded or failed. */
import { useSyncExternalStore } from "react";
import { NOTICE_MS } from "../ui/times.ts";

export type FeedbackKind = "success" | "error" | "warning";

export interface Feedback {
  id: number;
  kind: FeedbackKind;
  message: string;
}

let current: Feedback | null = null;
let lastId = 0;
const listeners = new Set<() => void>();

function become(next: Feedback | null): void {
  current = next;
  for (const listener of listeners) listener();
}

export function dismiss(id: number): void {
  if (current?.id === id) become(null);
}

/** Shows a message for `forMs`, in the place of the one before. */
export function show(kind: FeedbackKind, message: string, forMs: number = NOTICE_MS.publicKeys): void {
  lastId += 1;
  const id = lastId;
  become({ id, kind, message });
  setTimeout(() => dismiss(id), forMs);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useFeedback(): Feedback | null {
  return useSyncExternalStore(subscribe, () => current);
}
