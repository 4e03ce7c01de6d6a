/** The public screens (spec §2). */
import { act, fireEvent, render, screen } from "@testing-library/react";
import { Suspense } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { SignedOut } from "./signed-out.tsx";

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

beforeEach(() => {
  vi.stubGlobal("fetch", async () => Response.json({ public_key: null }));
});

function visit(path: string) {
  window.history.replaceState(null, "", path);
  render(
    <Suspense>
      <SignedOut />
    </Suspense>,
  );
}

function leadsTo(name: string): string | null {
  return screen.getByRole("link", { name }).getAttribute("href");
}

test("the landing page leads to sign-in, to the docs and to the plans", async () => {
  visit("/");
  expect((await screen.findByRole("heading", { level: 1 })).textContent).toMatch(/PDF or a screenshot/);
  expect(leadsTo("Get started for free")).toBe("/auth?tab=register");
  expect(leadsTo("View API docs")).toBe("/docs");
  await screen.findByRole("heading", { name: "How it compares" });
  expect(leadsTo("Compare plans")).toBe("/auth");
});

test("the quick start shows a request to copy and its response", async () => {
  const copied = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
  visit("/");
  await screen.findByRole("button", { name: "Copy" });
  vi.useFakeTimers();
  const [request, response] = [...document.querySelectorAll("pre")].map((code) => code.textContent);
  expect(request).toMatch(/^curl -X POST \S+\/api\/v1\/jobs/);
  expect(JSON.parse(response ?? "")).toEqual({
    jobId: expect.stringMatching(/^job_/),
    status: "pending",
    message: expect.any(String),
  });

  await act(async () => fireEvent.click(screen.getByRole("button", { name: "Copy" })));
  expect(copied).toHaveBeenCalledWith(request);
  expect(screen.getByRole("button", { name: "Copied!" })).toBeTruthy();
  act(() => vi.advanceTimersByTime(1_999));
  expect(screen.getByRole("button", { name: "Copied!" })).toBeTruthy();
  act(() => vi.advanceTimersByTime(1));
  expect(screen.getByRole("button", { name: "Copy" })).toBeTruthy();
});

test("a failed copy on the landing page is only logged", async () => {
  vi.spyOn(navigator.clipboard, "writeText").mockRejectedValue(new Error("not allowed"));
  const log = vi.spyOn(console, "error").mockImplementation(() => {});
  visit("/");
  const copy = await screen.findByRole("button", { name: "Copy" });
  await act(async () => fireEvent.click(copy));
  expect(log).toHaveBeenCalledOnce();
  expect(screen.getByRole("button", { name: "Copy" })).toBeTruthy();
  expect(screen.queryByRole("alert")).toBeNull();
});

test.for(["/auth", "/docs", "/embed"])(
  "%s has three tabs and a link back to the landing page",
  async (path) => {
    visit(path);
    expect(await screen.findByRole("heading", { level: 1 })).toBeTruthy();
    expect(leadsTo("Back to landing")).toBe("/");
    const tabs = screen.getByRole("navigation", { name: "Main" }).querySelectorAll("a");
    expect([...tabs].map((tab) => [tab.textContent, tab.getAttribute("href")])).toEqual([
      ["Sign In", "/auth"],
      ["API Docs", "/docs"],
      ["Widget", "/embed"],
    ]);
  },
);

test("the widget page has features, a setup guide, examples and the attributes", async () => {
  visit("/embed");
  expect(await screen.findAllByRole("link", { name: "Get Started Free" })).toHaveLength(2);
  const headings = screen.getAllByRole("heading").map((heading) => heading.textContent);
  expect(headings).toEqual(
    expect.arrayContaining([
      "Easy to integrate",
      "Secure by design",
      "Works everywhere",
      "Live demo",
      "Setup guide",
      "Sign up and create a public key",
      "Configure",
      "Copy the embed code",
      "Done",
      "Code examples",
      "Security",
      "Attributes",
    ]),
  );
  expect(
    [...document.querySelectorAll("figcaption > span:first-child")].map((caption) => caption.textContent),
  ).toEqual(["Basic PDF", "Custom URL", "Screenshot mode"]);
  expect(screen.getByRole("table", { name: "Attributes" })).toBeTruthy();
  const namesIn = (name: string) =>
    [...screen.getByRole("table", { name }).querySelectorAll("code")].map((code) => code.textContent);
  expect(namesIn("CSS variables")).toContain("--platen-background");
  expect(namesIn("Parts")).toContain("icon");

  const scrolled = vi.fn();
  const guide = document.getElementById("setup");
  if (guide) guide.scrollIntoView = scrolled;
  fireEvent.click(screen.getByRole("button", { name: "View Setup Guide" }));
  expect(scrolled).toHaveBeenCalledWith({ behavior: "smooth" });
});
