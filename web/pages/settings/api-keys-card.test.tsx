import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import type { PrivateKey } from "#contract/account/private-keys.ts";
import { FeedbackBanner } from "../../feedback/feedback-banner.tsx";
import { ApiKeysCard } from "./api-keys-card.tsx";

afterEach(() => vi.unstubAllGlobals());

function testKey(fields: Partial<PrivateKey>): PrivateKey {
  return {
    id: "key_1",
    name: "Nightly",
    is_default: false,
    beginning: "sk_live_4fTx9aBc…",
    mode: "live",
    scopes: ["read", "render"],
    monthly_ceiling: 20,
    used_this_period: 3,
    created_at: "2026-01-01T00:00:00.000Z",
    last_used_at: null,
    ...fields,
  };
}

const DEFAULT = testKey({ id: "key_0", name: "Default", is_default: true });
const SECRET = `sk_test_${"a".repeat(71)}`;

let isDown = false;

/** Shows the card with a server that has these keys. Returns the requests that change something. */
function show(...keys: PrivateKey[]) {
  const sent: [string, unknown][] = [];
  vi.stubGlobal("fetch", async (url: string, { method = "GET", body }: RequestInit = {}) => {
    if (isDown) return new Response(null, { status: 500 });
    if (method === "GET") return Response.json({ api_keys: [DEFAULT, ...keys] });
    const fields: Partial<PrivateKey> = body ? JSON.parse(String(body)) : {};
    sent.push([`${method} ${url.replace(/^.*\/api\/v1/, "")}`, fields]);
    if (method === "DELETE") return new Response(null, { status: 204 });
    const api_key = testKey({ ...fields, id: method === "POST" ? "key_2" : "key_1" });
    return method === "POST"
      ? Response.json({ api_key, key: SECRET }, { status: 201 })
      : Response.json({ api_key });
  });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={client}>
      <ApiKeysCard />
      <FeedbackBanner />
    </QueryClientProvider>,
  );
  return sent;
}

const user = userEvent.setup();

async function press(name: string) {
  await user.click(await screen.findByRole("button", { name }));
}

test("a test key is created, and its text is shown once", async () => {
  const sent = show();
  expect(await screen.findByText("No further keys yet")).toBeTruthy();
  await press("Create Key");
  expect(document.activeElement).toBe(screen.getByLabelText("Name"));
  await user.click(screen.getByRole("radio", { name: "Test" }));
  expect(screen.queryByLabelText("Monthly ceiling")).toBeNull();
  await press("Create API key");
  expect(screen.getByText("Please enter a name for the key")).toBeTruthy();
  expect(sent).toEqual([]);

  await user.type(screen.getByLabelText("Name"), "CI");
  await user.click(screen.getByLabelText("Admin"));
  await user.click(screen.getByLabelText("Read"));
  await press("Create API key");
  const box = await screen.findByRole("region", { name: "Your new API key" });
  expect(within(box).getByText(SECRET)).toBeTruthy();
  expect(document.activeElement).toBe(box);
  const wanted = { name: "CI", mode: "test", scopes: ["render", "admin"], monthly_ceiling: null };
  expect(sent).toEqual([["POST /user/api-keys", wanted]]);
  await press("Done");
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Create Key" }));
  expect(screen.queryByText(SECRET)).toBeNull();
  expect(screen.getByRole("heading", { name: "CI Test" })).toBeTruthy();
});

test("a key shows its use, and its name, scopes and ceiling can be changed", async () => {
  const sent = show(testKey({}));
  expect(await screen.findByText(/^3 of 20 credits used this period/)).toBeTruthy();
  expect(screen.queryByText("Default")).toBeNull();
  await press("Edit Nightly");
  const ceiling = screen.getByLabelText("Monthly ceiling");
  await user.clear(ceiling);
  await user.type(ceiling, "0");
  await press("Save");
  expect(screen.getByText("Enter a whole number from 1 to 100,000, or nothing")).toBeTruthy();
  await user.clear(ceiling);
  await user.click(screen.getByLabelText("Render"));
  await press("Save");
  expect(await screen.findByText("“Nightly” is saved.")).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Edit Nightly" }));
  const change = { name: "Nightly", scopes: ["read"], monthly_ceiling: null };
  expect(sent).toEqual([["PATCH /user/api-keys/key_1", change]]);
});

test("a failed creation shows the server's sentence and keeps the form", async () => {
  const sent = show(testKey({}));
  await screen.findByText("Nightly");
  vi.stubGlobal("fetch", async () =>
    Response.json({ error: "This account has reached its limit.", code: "too_many_keys" }, { status: 409 }),
  );
  await press("Create Key");
  await user.type(screen.getByLabelText("Name"), "CI");
  await press("Create API key");
  expect(await screen.findByText("This account has reached its limit.")).toBeTruthy();
  expect(screen.getByLabelText("Name")).toHaveProperty("value", "CI");
  expect(sent).toEqual([]);
});

test("a list that could not be loaded is loaded again on request", async () => {
  isDown = true;
  show(testKey({}));
  expect(await screen.findByText("Failed to load API keys")).toBeTruthy();
  isDown = false;
  await press("Try again");
  expect(await screen.findByText("Nightly")).toBeTruthy();
});

test("a key is deleted after a question", async () => {
  const sent = show(testKey({}));
  await press("Delete Nightly");
  expect(sent).toEqual([]);
  await press("Delete key");
  expect(await screen.findByText("No further keys yet")).toBeTruthy();
  const opener = screen.getByRole("button", { name: "Create Key" });
  await waitFor(() => expect(document.activeElement).toBe(opener));
  expect(sent).toEqual([["DELETE /user/api-keys/key_1", {}]]);
});
