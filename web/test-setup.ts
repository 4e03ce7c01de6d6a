/** Each test starts signed out, at `/`, with an empty page. */
import { cleanup, configure } from "@testing-library/react";
import { afterEach } from "vitest";
import { forgetSession } from "./session/session.ts";

// Screens load when they are shown, which takes long on a busy machine.
configure({ asyncUtilTimeout: 20_000 });

afterEach(() => {
  cleanup();
  // Also forgets what forms keep.
  forgetSession();
  localStorage.clear();
  window.history.replaceState(null, "", "/");
});
