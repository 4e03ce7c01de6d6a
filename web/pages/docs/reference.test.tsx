/** The reference, the guides and their search, as the build makes them. */
import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { Docs } from "./docs.tsx";

beforeEach(() => {
  // The DOM of the tests has no layout.
  Element.prototype.scrollIntoView = () => {};
});

function visit(address: string) {
  window.history.replaceState(null, "", address);
  render(<Docs />);
}

test("a call has its fields, its errors, and an example that can be copied with them as Markdown", async () => {
  const copied = vi.spyOn(navigator.clipboard, "write");
  visit("/docs/api/jobs#post-jobs");
  const row = (await screen.findByText("options.pdfOptions.format")).closest("tr");
  expect(row?.textContent).toMatch(/A4/);
  expect(row?.closest("table")?.getAttribute("aria-label")).toBe("Body of “Create a job”");
  const call = within(document.getElementById("post-jobs") ?? document.body);
  expect(call.getByText("blocked_target").getAttribute("href")).toBe("/docs#error-blocked_target");
  fireEvent.click(call.getByTitle("Copy “Create a job” as Markdown"));
  await waitFor(() => expect(copied).toHaveBeenCalled());
  const text = await navigator.clipboard.readText();
  expect(text).toContain("POST /api/v1/jobs");
  expect(text).toContain("| `options.pdfOptions.format` |");
  expect(text).toContain("| `blocked_target` |");
});

test("the address of a section moves the focus there", async () => {
  visit("/docs/api/jobs#get-jobs-id");
  await screen.findByText("/api/v1/jobs/{id}", { selector: "#get-jobs-id code" });
  expect(document.activeElement?.id).toBe("get-jobs-id");
});

test("the search leads to a field, and the address keeps the query of the page", async () => {
  visit("/docs?jobId=job_1");
  const search = screen.getByLabelText("Search the documentation");
  fireEvent.focus(search);
  fireEvent.change(search, { target: { value: "spending cap" } });
  expect(await screen.findByText(/^\d+ results$/)).toBeTruthy();
  fireEvent.change(search, { target: { value: "blocked_target" } });
  const found = await screen.findByText("blocked_target", { selector: "search a span" });
  expect(found.closest("a")?.getAttribute("href")).toBe("#error-blocked_target");
  expect(window.location.search).toBe("?jobId=job_1");
  fireEvent.change(search, { target: { value: "no such thing anywhere" } });
  expect(await screen.findByText("No results")).toBeTruthy();
});

test("a guide has its text, links to other guides, and its Markdown", async () => {
  visit("/docs/guides/wix");
  expect(await screen.findByRole("heading", { level: 1, name: "Wix" })).toBeTruthy();
  expect(screen.getByRole("link", { name: "public key" }).getAttribute("href")).toBe(
    "/docs/guides/widget#setup",
  );
  fireEvent.click(screen.getByRole("button", { name: "Copy as Markdown" }));
  await waitFor(async () => expect(await navigator.clipboard.readText()).toMatch(/^# Wix\n/));
});

test("an address without a page says so", async () => {
  visit("/docs/guides/nothing");
  expect(await screen.findByRole("heading", { name: "Page not found" })).toBeTruthy();
});
