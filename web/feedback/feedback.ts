/** The one short message of the app about what has just succeeded or failed. */
import { useSyncExternalStore } from "react";
import { NOTICE_MS } from "../ui/times.ts";

export type FeedbackKind = "success" | "error" | "warning";

export interface FeedbackAction {
  label: string;
  /** Keys that do the same, as in `aria-keyshortcuts`. */
  keys?: string;
  run: () => void;
}

export interface Feedback {
  id: number;
  kind: FeedbackKind;
  message: string;
  action?: FeedbackAction | undefined;
}

let current: Feedback | null = null;
let lastId = 0;
const listeners = new Set<() => void>();

function change(next: Feedback | null): void {
  current = next;
  for (const listener of listeners) listener();
}

export function dismiss(id: number): void {
  if (current?.id === id) change(null);
}

/** Removes the message, because the user tries again. */
export function clear(): void {
  change(null);
}

/** Shows a message for `forMs` milliseconds, and returns its id. It replaces the message before. */
export function show(
  kind: FeedbackKind,
  message: string,
  forMs: number = NOTICE_MS.publicKeys,
  action?: FeedbackAction,
): number {
  lastId += 1;
  const id = lastId;
  change({ id, kind, message, action });
  setTimeout(() => dismiss(id), forMs);
  return id;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useFeedback(): Feedback | null {
  return useSyncExternalStore(
    subscribe,
    () => current,
    () => null,
  );
}
