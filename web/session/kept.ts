/** What a form keeps while another tab of the site is shown. It is in memory only, and ends with the sign-in session. */
import { useSyncExternalStore } from "react";
import { subscribe as followSession, sessionOwner } from "./session.ts";

/** Makes a hook like `useState`, whose state stays when the component is removed. `set` merges into the state. */
export function keep<State extends object>(initial: State) {
  let state = initial;
  let owner = sessionOwner();
  const listeners = new Set<() => void>();

  function change(next: State): void {
    state = next;
    for (const listener of listeners) listener();
  }

  function set(changes: Partial<State>): void {
    change({ ...state, ...changes });
  }

  followSession(() => {
    if (sessionOwner() !== null && sessionOwner() === owner) return;
    owner = sessionOwner();
    change(initial);
  });

  function subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }

  return function useKept(): readonly [State, (changes: Partial<State>) => void] {
    return [
      useSyncExternalStore(
        subscribe,
        () => state,
        () => initial,
      ),
      set,
    ];
  };
}
