import { render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { startSession } from "../session/session.ts";
import { App } from "./app.tsx";
import { SignedIn } from "./signed-in.tsx";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test("until it is known who is signed in, the page shows that it is loading", async () => {
  let answer = (_response: Response) => {};
  const profile = new Promise<Response>((resolve) => {
    answer = resolve;
  });
  vi.stubGlobal("fetch", () => profile);
  localStorage.setItem("platen.session", "a-session-that-has-ended");
  startSession();
  render(<App />);
  expect(screen.getByRole("status").textContent).toMatch(/Loading/);
  expect(screen.queryByRole("heading")).toBeNull();

  answer(Response.json({ error: "Please sign in.", code: "session_required" }, { status: 401 }));
  expect(await screen.findByRole("heading", { level: 1 })).toBeTruthy();
});

test("while the user's data is not there, the plan reads Loading...", () => {
  vi.stubGlobal("fetch", () => new Promise(() => {}));
  window.history.replaceState(null, "", "/docs");
  render(<SignedIn profile={null} />);
  expect(screen.getByText("Loading...")).toBeTruthy();
  const tabs = screen.getByRole("navigation", { name: "Main" }).querySelectorAll("a");
  expect([...tabs].map((tab) => tab.textContent)).toEqual([
    "Dashboard",
    "API Docs",
    "Widget",
    "Plans",
    "Settings",
  ]);
  expect(screen.getByRole("button", { name: "Logout" })).toBeTruthy();
});
