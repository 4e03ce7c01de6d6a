import { act, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { show } from "./feedback.ts";
import { FeedbackBanner } from "./feedback-banner.tsx";

beforeEach(() => {
  vi.useFakeTimers();
  render(<FeedbackBanner />);
});

afterEach(() => {
  act(() => vi.runAllTimers());
  vi.useRealTimers();
});

test("a message stays for five seconds; success has the role status, failure the role alert", () => {
  act(() => show("success", "Saved."));
  expect(screen.getByRole("status").textContent).toBe("Saved.");
  act(() => vi.advanceTimersByTime(4_999));
  expect(screen.queryByText("Saved.")).toBeTruthy();
  act(() => vi.advanceTimersByTime(1));
  expect(screen.queryByText("Saved.")).toBeNull();

  act(() => show("error", "Not saved."));
  expect(screen.getByRole("alert").textContent).toBe("Not saved.");
});

test("a new message replaces the one before, and stays for its own five seconds", () => {
  act(() => show("success", "First."));
  act(() => vi.advanceTimersByTime(4_000));
  act(() => show("success", "Second."));
  expect(screen.queryByText("First.")).toBeNull();
  act(() => vi.advanceTimersByTime(4_999));
  expect(screen.queryByText("Second.")).toBeTruthy();
});

test("a message can be dismissed", () => {
  act(() => show("error", "Not saved."));
  fireEvent.click(screen.getByRole("button", { name: "Dismiss" }));
  expect(screen.queryByText("Not saved.")).toBeNull();
});
