import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { apiKeyQuery } from "../../queries/api-key.ts";
import { SignedInDocs } from "./signed-in-docs.tsx";
import { openDocs } from "./test-open.tsx";

test("the page shows the base URL and the authentication header", async () => {
  await openDocs();
  expect(screen.getByText(`${window.location.origin}/api/v1`)).toBeTruthy();
  expect(screen.getByText(/^x-api-key: /)).toBeTruthy();
  expect(screen.getByLabelText("API key")).toHaveProperty("value", "");
});

test("three endpoints can be tried", async () => {
  await openDocs();
  const jobs = within(screen.getByRole("region", { name: "Jobs" }));
  expect(jobs.getAllByRole("heading", { level: 3 }).map((heading) => heading.textContent)).toEqual([
    "Create a job",
    "Get a job",
    "Cancel a job",
  ]);
});

test("when signed in, the API key is filled in", async () => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  const key = "sk_live_own";
  client.setQueryData(apiKeyQuery.queryKey, {
    api_key: { key, created_at: "2026-01-01T00:00:00Z", last_used_at: null },
    old_key: null,
  });
  await openDocs(
    <QueryClientProvider client={client}>
      <SignedInDocs />
    </QueryClientProvider>,
  );
  expect(screen.getByLabelText("API key")).toHaveProperty("value", key);
});

test("field values are kept in the address, but neither the API key nor secrets and texts of pages", async () => {
  window.history.replaceState(
    null,
    "",
    "/docs?ref=mail&url=https%3A%2F%2Fexample.com&options.outputType=screenshot&jobId=job_1",
  );
  await openDocs();
  expect(screen.getByLabelText("url")).toHaveProperty("value", "https://example.com");
  expect(screen.getByLabelText("outputType")).toHaveProperty("value", "screenshot");
  for (const field of screen.getAllByLabelText("jobId")) expect(field).toHaveProperty("value", "job_1");

  for (const section of ["Page", "Access", "Screenshot"]) fireEvent.click(screen.getByText(section));
  fireEvent.change(screen.getByLabelText("quality"), { target: { value: "70" } });
  fireEvent.change(screen.getByLabelText("url"), { target: { value: "" } });
  fireEvent.change(screen.getByLabelText("API key"), { target: { value: "sk_live_secret" } });
  fireEvent.change(screen.getByLabelText("headers"), { target: { value: "X-Token: secret" } });
  fireEvent.change(screen.getByLabelText("html"), { target: { value: "<p>Page</p>" } });
  expect(screen.getByLabelText("headers")).toHaveProperty("value", "X-Token: secret");
  expect(Object.fromEntries(new URLSearchParams(window.location.search))).toEqual({
    ref: "mail",
    url: "",
    "options.outputType": "screenshot",
    "options.screenshotOptions.quality": "70",
    jobId: "job_1",
  });
});
