import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ERRORS, type ErrorCode } from "#contract/errors.ts";
import { DemoSlot } from "./demo-slot.tsx";

const JOB = {
  jobId: "job_1",
  outputType: "screenshot",
  message: "",
  source: "widget",
  url: "https://example.com",
  warnings: [],
};
const DONE = {
  ...JOB,
  status: "completed",
  stage: "done",
  progress: 100,
  result: {
    type: "url",
    url: `${window.location.origin}/api/v1/files/job_1?token=t`,
    filename: "Example.png",
    contentType: "image/png",
    bytes: 12_000,
  },
};

let user: ReturnType<typeof userEvent.setup>;
let sent: { path: string; body: unknown; authorization: string | null }[];
let refusedAs: ErrorCode | null;
let publicKey: string | null;
let isDone: boolean;

beforeEach(() => {
  user = userEvent.setup();
  sent = [];
  refusedAs = null;
  publicKey = "pk_live_demo";
  isDone = true;
  vi.stubGlobal("fetch", async (path: string, { body, headers }: RequestInit = {}) => {
    if (path.endsWith("/demo")) return Response.json({ public_key: publicKey });
    const authorization = new Headers(headers).get("authorization");
    sent.push({ path, body: body === undefined ? null : JSON.parse(String(body)), authorization });
    if (refusedAs) {
      const { status, message } = ERRORS[refusedAs];
      return Response.json({ error: message, code: refusedAs }, { status });
    }
    if (path.endsWith("/demo/jobs")) {
      return Response.json({ jobId: "job_1", status: "pending", message: "", token: "job-token" });
    }
    const running = { ...JOB, status: "processing", stage: "preparing", progress: 40 };
    return Response.json(isDone ? DONE : running);
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

async function convert(address: string): Promise<void> {
  await user.type(await screen.findByLabelText("Page address"), address);
  await user.click(screen.getByRole("button", { name: "Convert" }));
}

test("a visitor types an address, sees the stages and gets the file", async () => {
  isDone = false;
  render(<DemoSlot />);
  await user.click(await screen.findByRole("radio", { name: "Screenshot" }));
  await convert("example.com");
  await screen.findByText("Waiting until the page has fully loaded…");
  isDone = true;
  const download = await screen.findByRole("link", { name: "Download" });
  expect(download.getAttribute("download")).toBe("Example.png");
  expect(screen.getByRole("img", { name: /^Screenshot of/ })).toBeTruthy();
  const [created, read] = sent;
  expect(created?.body).toEqual({ url: "https://example.com", outputType: "screenshot" });
  expect(read).toMatchObject({ path: "/api/v1/widget/jobs/job_1", authorization: "Bearer job-token" });
});

test.each<ErrorCode>(["demo_limit_reached", "demo_unavailable"])(
  "a refusal with %s leads to registration",
  async (code) => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    refusedAs = code;
    render(<DemoSlot />);
    await convert("example.com");
    await screen.findByText(ERRORS[code].message);
    expect(screen.getByRole("link", { name: "Register for free" }).getAttribute("href")).toBe(
      "/auth?tab=register",
    );
  },
);

test("without an address nothing is sent, and the field has the focus", async () => {
  render(<DemoSlot />);
  await user.click(await screen.findByRole("button", { name: "Convert" }));
  expect(screen.getByText("Please enter the address of a page")).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByLabelText("Page address"));
  expect(sent).toEqual([]);
});

test("with Turnstile, the check appears when the visitor uses the form, and its token is sent", async () => {
  vi.stubEnv("VITE_TURNSTILE_SITE_KEY", "1x00000000000000000000AA");
  const draw = vi.fn((_place: HTMLElement, options: { callback: (token: string) => void }) => {
    options.callback("token-1");
    return "1";
  });
  vi.stubGlobal("turnstile", { render: draw, reset: () => {}, remove: () => {} });
  const append = vi.spyOn(document.head, "append").mockImplementation((node) => {
    if (node instanceof HTMLScriptElement) queueMicrotask(() => node.dispatchEvent(new Event("load")));
  });
  render(<DemoSlot />);
  await screen.findByLabelText("Page address");
  expect(append).not.toHaveBeenCalled();
  expect(draw).not.toHaveBeenCalled();
  await user.click(screen.getByLabelText("Page address"));
  await waitFor(() => expect(draw).toHaveBeenCalledOnce());
  expect(draw.mock.calls[0]?.[1]).toMatchObject({ action: "demo" });
  await convert("example.com");
  await screen.findByRole("link", { name: "Download" });
  expect(sent[0]?.body).toMatchObject({ turnstile_token: "token-1" });
  vi.unstubAllEnvs();
});

test("without a demo the landing page has no field", async () => {
  publicKey = null;
  const { container } = render(<DemoSlot />);
  await waitFor(() => expect(container.childElementCount).toBe(0));
});
