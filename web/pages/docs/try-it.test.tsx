/** The try-it cards: the first request works, a wrong field is marked, and the card waits for the file. */
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { forgetSession } from "../../session/session.ts";
import { SignedInDocs } from "./signed-in-docs.tsx";
import { openDocs } from "./test-open.tsx";

const SAMPLE = `${window.location.origin}/sample/`;

let responses: Record<string, () => Response | Promise<Response>>;
let sent: { call: string; key: string | null; body: unknown }[];

beforeEach(() => {
  responses = {};
  sent = [];
  vi.stubGlobal("fetch", async (url: string, { method = "GET", headers, body }: RequestInit = {}) => {
    const call = `${method} ${url.replace(/^.*\/api\/v1/, "")}`;
    sent.push({ call, key: new Headers(headers).get("x-api-key"), body: body && JSON.parse(String(body)) });
    return responses[call]?.() ?? new Response(null, { status: 500 });
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function job(changes: object) {
  return {
    jobId: "job_1",
    status: "processing",
    stage: "navigating",
    progress: 20,
    outputType: "pdf",
    input: "url",
    url: SAMPLE,
    message: "The page is being rendered.",
    result: null,
    error: null,
    ...changes,
  };
}

/** Reads the labels itself, because Testing Library's own way takes a second for a form of this size. */
function field(label: string): HTMLElement {
  const found = [...document.querySelectorAll("label")].find(({ textContent }) => textContent === label);
  const control = found && document.getElementById(found.htmlFor);
  if (!control) throw new Error(`There is no field “${label}”.`);
  return control;
}

function fill(label: string, value: string) {
  fireEvent.change(field(label), { target: { value } });
}

function press(name: string) {
  fireEvent.click(screen.getByText(name).closest("button") ?? document.body);
}

function card() {
  return within(document.getElementById("create-job") ?? document.body);
}

test("the first request converts the sample page, until the reader chooses a page", async () => {
  await openDocs();
  fill("API key", "sk_live_own");
  press("Create job");
  await waitFor(() =>
    expect(sent).toEqual([{ call: "POST /jobs", key: "sk_live_own", body: { url: SAMPLE } }]),
  );

  fireEvent.click(screen.getByText("Page"));
  fill("html", "<p>Page</p>");
  expect(field("url")).toHaveProperty("value", "");
  fill("html", "");
  expect(field("url")).toHaveProperty("value", SAMPLE);
  fill("url", "");
  expect(field("url")).toHaveProperty("value", "");
});

test("a request that is asked for while the API key is loading is sent with this key", async () => {
  let loaded = (_: Response) => {};
  responses["GET /user/api-key"] = () => new Promise((resolve) => (loaded = resolve));
  await openDocs(
    <QueryClientProvider client={new QueryClient()}>
      <SignedInDocs />
    </QueryClientProvider>,
  );
  press("Create job");
  expect(screen.getByText("Create job").closest("button")?.getAttribute("aria-busy")).toBe("true");
  expect(sent.map(({ call }) => call)).toEqual(["GET /user/api-key"]);

  const created_at = "2026-01-01T00:00:00Z";
  const api_key = { key: "sk_live_loaded", created_at, last_used_at: null };
  loaded(Response.json({ api_key, old_key: null }));
  await waitFor(() =>
    expect(sent).toContainEqual({ call: "POST /jobs", key: "sk_live_loaded", body: { url: SAMPLE } }),
  );
});

test("a wrong field is marked with the sentence of the API until it changes", async () => {
  responses["POST /jobs"] = () =>
    Response.json(
      {
        error: "Some fields are not valid.",
        code: "invalid_request",
        details: [
          { path: "options.pdfOptions.margin.top", message: "must be a length in px" },
          { path: "options.later", message: "is not a known field" },
        ],
      },
      { status: 400 },
    );
  await openDocs();
  fill("API key", "sk_live_own");
  press("Create job");
  const sentence = await card().findByText("Margin top must be a length in px");
  const wrong = field("Margin top");
  expect(wrong.getAttribute("aria-invalid")).toBe("true");
  expect(wrong.getAttribute("aria-describedby")).toBe(sentence.id);
  expect(document.activeElement).toBe(wrong);
  expect(card().getByText("options.later is not a known field")).toBeTruthy();

  fill("Margin top", "1cm");
  expect(wrong.getAttribute("aria-invalid")).toBeNull();
});

test("the card waits for the job, shows its phases, and offers the file", async () => {
  let read = job({});
  responses["POST /jobs"] = () => Response.json({ jobId: "job_1", status: "pending" }, { status: 202 });
  responses["GET /jobs/job_1"] = () => Response.json(read);
  await openDocs();
  fill("API key", "sk_live_own");
  press("Create job");
  expect(await card().findByText("Opening the page…")).toBeTruthy();

  const url = `${window.location.origin}/api/v1/files/job_1?token=t`;
  const result = { type: "url", url, bytes: 20_000, pages: 1, filename: "sample.md" };
  read = job({ status: "completed", stage: "done", progress: 100, outputType: "markdown", result });
  const download = (await card().findByText("Download")).closest("a");
  expect(download?.getAttribute("href")).toBe("/api/v1/files/job_1?token=t");
  expect(download?.getAttribute("download")).toBe("sample.md");
  expect(field("jobId")).toHaveProperty("value", "job_1");
});

test("what was typed stays while another tab is shown, until the sign-in session ends", async () => {
  const { unmount } = await openDocs();
  fill("API key", "sk_live_own");
  fireEvent.click(screen.getByText("Access"));
  fill("headers", "X-Token: secret");
  fill("url", "https://example.com");
  unmount();
  window.history.replaceState(null, "", "/plans");
  window.history.replaceState(null, "", "/docs");
  const again = await openDocs();
  expect(field("API key")).toHaveProperty("value", "sk_live_own");
  expect(field("headers")).toHaveProperty("value", "X-Token: secret");
  expect(field("url")).toHaveProperty("value", "https://example.com");
  expect(window.location.search).toBe("?url=https%3A%2F%2Fexample.com");
  again.unmount();

  forgetSession();
  window.history.replaceState(null, "", "/docs");
  await openDocs();
  expect(field("API key")).toHaveProperty("value", "");
  fireEvent.click(screen.getByText("Access"));
  expect(field("headers")).toHaveProperty("value", "");
  expect(field("url")).toHaveProperty("value", SAMPLE);
});

test("a job card without an ID asks for it", async () => {
  await openDocs();
  fill("API key", "sk_live_own");
  press("Get job");
  expect(await screen.findByText("Please enter the ID of a job")).toBeTruthy();
  expect(sent).toEqual([]);
});
