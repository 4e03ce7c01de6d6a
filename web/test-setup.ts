/** Each test starts signed out, at `/`, with an empty page and nothing replaced. The files of a process share their modules. */
import { cleanup, configure } from "@testing-library/react";
import { afterEach, vi } from "vitest";
import { clear } from "./feedback/feedback.ts";
import { forgetSession } from "./session/session.ts";

// Screens load when they are shown, which takes long on a busy machine.
configure({ asyncUtilTimeout: 20_000 });

// The DOM has no layout: every element is in view.
Object.assign(globalThis, {
  IntersectionObserver: class {
    readonly #report: (entries: { isIntersecting: boolean }[]) => void;
    constructor(report: (entries: { isIntersecting: boolean }[]) => void) {
      this.#report = report;
    }
    observe() {
      this.#report([{ isIntersecting: true }]);
    }
    disconnect() {}
  },
});

afterEach(() => {
  cleanup();
  // Also forgets what forms keep.
  forgetSession();
  clear();
  localStorage.clear();
  window.history.replaceState(null, "", "/");
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});
