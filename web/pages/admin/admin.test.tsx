import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import type { AdminAccount, AdminOverview } from "#contract/admin.ts";
import { FeedbackBanner } from "../../feedback/feedback-banner.tsx";
import { Admin } from "./admin.tsx";

const TIME = "2026-11-01T10:00:00.000Z";
const OVERVIEW: AdminOverview = {
  health: {
    status: "down",
    parts: { database: "ok", results: "ok", renderer: "down", filterLists: "ok" },
    reason: "no_room",
  },
  queue: { waiting: 3, running: 1, slots: 4, browsers: [{ name: "browser-0", running: 0, paused: true }] },
  oldest_job_minutes: 7,
  alerts: [],
  actions: [],
};
const ACCOUNT: AdminAccount = {
  account: {
    id: "acc_1",
    email: "owner@example.com",
    plan: "pro",
    state: "active",
    credits_used: 12,
    credits_limit: 5_000,
    period_end: TIME,
    overage_enabled: false,
    payment_failed_at: null,
    stripe_customer_id: "cus_1",
    subscription: { status: "active", ends: false, period_end: TIME },
    created_at: TIME,
  },
  jobs: [],
  actions: [],
};

interface Server {
  isSignedIn: boolean;
  /** Requests that change something. */
  sent: { call: string; body: unknown }[];
  refusal?: { error: string; code: string };
}

function problem(status: number, code: string, error = code): Response {
  return Response.json({ error, code }, { status });
}

/** Shows the page at `path` with a server that has one account. */
function open(path: string, isSignedIn = true): Server {
  const server: Server = { isSignedIn, sent: [] };
  vi.stubGlobal("fetch", async (url: string, { method = "GET", body }: RequestInit = {}) => {
    const [name = "", search] = url.replace(/^.*\/api\/v1\/admin/, "").split("?");
    if (method !== "GET")
      server.sent.push({ call: `${method} ${name}`, body: JSON.parse(String(body ?? "null")) });
    if (name === "/session") {
      const isRight = String(body).includes("right");
      server.isSignedIn = isRight;
      return isRight
        ? new Response(null, { status: 204 })
        : problem(401, "invalid_credentials", "Wrong secret.");
    }
    if (!server.isSignedIn) return problem(401, "session_required");
    if (server.refusal && method === "POST") return problem(400, server.refusal.code, server.refusal.error);
    if (name === "/overview") return Response.json(OVERVIEW);
    if (name === "/accounts")
      return search?.includes("owner")
        ? Response.json({ id: "acc_1" })
        : problem(404, "not_found", "No account.");
    const state = name.endsWith("/ban") ? "banned" : "active";
    return Response.json({ ...ACCOUNT, account: { ...ACCOUNT.account, state } });
  });
  window.history.replaceState(null, "", path);
  render(
    <>
      <Admin />
      <FeedbackBanner />
    </>,
  );
  return server;
}

const user = userEvent.setup();

async function press(name: string) {
  await user.click(await screen.findByRole("button", { name }));
}

test("the operator signs in with the secret, and a wrong one gets the server's sentence", async () => {
  const server = open("/admin", false);
  await user.type(await screen.findByLabelText("Secret"), "wrong");
  await press("Sign in");
  expect(await screen.findByRole("alert")).toHaveProperty("textContent", "Wrong secret.");
  await user.clear(screen.getByLabelText("Secret"));
  await user.type(screen.getByLabelText("Secret"), "right");
  await press("Sign in");
  await screen.findByRole("region", { name: "Health" });
  expect(server.isSignedIn).toBe(true);
});

test("the overview shows what is down, the queue and a browser that cannot start", async () => {
  open("/admin");
  const health = within(await screen.findByRole("region", { name: "Health" }));
  expect(health.getByText("Renderer: no_room")).toBeDefined();
  const queue = within(screen.getByRole("region", { name: "Queue" }));
  expect(queue.getByText("7 min")).toBeDefined();
  expect(queue.getByText("cannot start")).toBeDefined();
});

test("an account is found by its address; an unknown one gets a sentence at the field", async () => {
  open("/admin");
  const field = await screen.findByLabelText("Find an account", { selector: "input" });
  await user.type(field, "unknown@example.com");
  await press("Find");
  expect(await screen.findByText("No account.")).toBeDefined();
  await user.clear(field);
  await user.type(field, "owner@example.com");
  await press("Find");
  expect(await screen.findByText("owner@example.com")).toBeDefined();
  expect(window.location.pathname).toBe("/admin/acc_1");
});

test("a refund needs a whole number and a reason; after a failure, a repeat has the same key", async () => {
  const server = open("/admin/acc_1");
  await press("Refund credits");
  const dialog = within(await screen.findByRole("dialog", { hidden: true }));
  const confirm = dialog.getByRole("button", { name: "Refund", hidden: true });
  await user.type(dialog.getByLabelText("Credits"), "1.5");
  await user.type(dialog.getByLabelText("Reason"), "Printed twice");
  expect(confirm).toHaveProperty("disabled", true);
  await user.clear(dialog.getByLabelText("Credits"));
  await user.type(dialog.getByLabelText("Credits"), "2");
  server.refusal = { error: "Not now.", code: "unavailable" };
  await user.click(confirm);
  expect(await dialog.findByText("Not now.")).toBeDefined();
  delete server.refusal;
  await user.click(confirm);
  await screen.findByText("The credits are refunded.");
  expect(server.sent.map(({ call }) => call)).toEqual(Array(2).fill("POST /accounts/acc_1/refunds"));
  expect(server.sent[0]).toEqual(server.sent[1]);
  expect(server.sent[0]?.body).toMatchObject({ credits: 2, reason: "Printed twice" });
});

test("a ban needs a reason, and reminds of a subscription that renews", async () => {
  const server = open("/admin/acc_1");
  await press("Ban");
  const dialog = within(await screen.findByRole("dialog", { hidden: true }));
  await user.type(dialog.getByLabelText("Reason"), "Sends spam");
  await user.click(dialog.getByRole("button", { name: "Ban", hidden: true }));
  expect(await screen.findByText(/Cancel it in Stripe/)).toBeDefined();
  expect(screen.getByRole("button", { name: "Unban" })).toBeDefined();
  expect(server.sent).toEqual([{ call: "POST /accounts/acc_1/ban", body: { reason: "Sends spam" } }]);
});
