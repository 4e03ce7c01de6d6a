/** Each test starts signed out, at the landing address, with an empty page. */
import { cleanup, configure } from "@testing-library/react";
import { afterEach } from "vitest";

// Screens are loaded when they are shown, and how fast the machine is must not matter.
configure({ asyncUtilTimeout: 20_000 });

afterEach(() => {
  cleanup();
  localStorage.clear();
  window.history.replaceState(null, "", "/");
});
