import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { startSession } from "../session/session.ts";
import { PROFILE } from "../test-profile.ts";
import { App } from "./app.tsx";
import { SignedIn } from "./signed-in.tsx";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test("the page shows that it is loading until the sign-in session is known", async () => {
  let respond = (_response: Response) => {};
  const profile = new Promise<Response>((resolve) => {
    respond = resolve;
  });
  vi.stubGlobal("fetch", () => profile);
  localStorage.setItem("platen.session", "a-session-that-has-ended");
  startSession();
  render(<App />);
  expect(screen.getByRole("status").textContent).toMatch(/Loading/);
  expect(screen.queryByRole("heading")).toBeNull();

  respond(Response.json({ error: "You are not signed in.", code: "session_required" }, { status: 401 }));
  expect(await screen.findByRole("heading", { level: 1 })).toBeTruthy();
});

test("when the sign-in session ends during use, a message says so and the public page is shown", async () => {
  let isOver = false;
  vi.stubGlobal("fetch", async () =>
    isOver
      ? Response.json({ error: "You are not signed in.", code: "session_required" }, { status: 401 })
      : Response.json({ profile: PROFILE }),
  );
  localStorage.setItem("platen.session", "a-session");
  window.history.replaceState(null, "", "/plans");
  startSession();
  render(<App />);
  const upgrade = await screen.findByRole("button", { name: "Upgrade to Pro" });
  isOver = true;
  fireEvent.click(upgrade);
  expect(await screen.findByText("Your session has ended. Please sign in again.")).toBeTruthy();
  expect(await screen.findByRole("link", { name: "Back to landing" })).toBeTruthy();
  expect(localStorage.getItem("platen.session")).toBeNull();
});

test("while the profile loads, the plan reads Loading...", () => {
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

test("after the account is deleted, a page says what was deleted and what is kept", async () => {
  vi.stubGlobal("fetch", async () => new Response(null, { status: 204 }));
  window.history.replaceState(null, "", "/auth/deleted");
  startSession();
  render(<App />);
  expect(await screen.findByRole("heading", { name: "Your account is deleted" })).toBeTruthy();
  await waitFor(() => expect(document.title).toBe("Account deleted · Platen"));
  expect(screen.getByText(/your invoices and payments, for the time required by law/)).toBeTruthy();
  expect(screen.getByRole("link", { name: "Go to the start page" }).getAttribute("href")).toBe("/");
});
