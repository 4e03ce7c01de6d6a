import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import type { PublicKey } from "#contract/account/public-keys.ts";
import { profileQuery } from "../../queries/profile.ts";
import { publicKeysQuery } from "../../queries/public-keys.ts";
import { PROFILE } from "../../test-profile.ts";
import { testPublicKey } from "../../test-public-key.ts";
import { KeysCard } from "./keys-card.tsx";

function key(name: string): PublicKey {
  return testPublicKey({ id: `pub_${name}`, name, key: `pk_live_${name}0123456789abcdefghij` });
}

function Card() {
  const [selectedId, setSelectedId] = useState<string | null>(null);
  return <KeysCard selectedId={selectedId} onSelect={setSelectedId} />;
}

let user: ReturnType<typeof userEvent.setup>;
let client: QueryClient;

beforeEach(() => {
  user = userEvent.setup();
  client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  client.setQueryData(publicKeysQuery.queryKey, [key("Shop"), key("Blog")]);
  client.setQueryData(profileQuery.queryKey, PROFILE);
  render(
    <QueryClientProvider client={client}>
      <Card />
    </QueryClientProvider>,
  );
});

function press(name: string) {
  return user.click(screen.getByRole("button", { name }));
}

test("one key is selected at a time", async () => {
  await press("Select Shop");
  expect(screen.getByRole("button", { name: "Selected: Shop" }).textContent).toBe("Selected");
  await press("Select Blog");
  expect(screen.getByRole("button", { name: "Selected: Blog" })).toBeTruthy();
  expect(screen.getByRole("button", { name: "Select Shop" }).textContent).toBe("Select");
});

test("the domains of one key are edited at a time, and Cancel discards the changes", async () => {
  await press("Edit domains and limits of Shop");
  await press("Edit domains and limits of Blog");
  expect(screen.queryByRole("form", { name: "Settings of Shop" })).toBeNull();
  expect(screen.getByRole("form", { name: "Settings of Blog" })).toBeTruthy();
  await user.type(screen.getByLabelText("Domain 1"), ".org");
  await press("Cancel");
  expect(screen.getByRole("list", { name: "Domains of Blog" }).textContent).toBe("example.com");
});

test("a domain in another script is edited as it is written", async () => {
  client.setQueryData(publicKeysQuery.queryKey, [
    { ...key("Shop"), authorized_domains: ["*.xn--mnchen-3ya.de:8443"] },
  ]);
  await press("Edit domains and limits of Shop");
  expect(screen.getByLabelText("Domain 1")).toHaveProperty("value", "*.münchen.de:8443");
});

test("the pencil has the focus again when the form closes", async () => {
  await press("Edit domains and limits of Shop");
  await press("Cancel");
  expect(document.activeElement).toBe(
    screen.getByRole("button", { name: "Edit domains and limits of Shop" }),
  );
});

test("Create Key gets the focus after the form of a new key, and after the deletion of a key", async () => {
  const opener = screen.getByRole("button", { name: "Create Key" });
  vi.stubGlobal("fetch", async (_url: string, { method }: RequestInit) =>
    method === "POST"
      ? Response.json({ public_key: key("Docs") }, { status: 201 })
      : new Response(null, { status: 204 }),
  );
  await user.click(opener);
  await user.type(screen.getByLabelText("Key name"), "Docs");
  await user.type(screen.getByLabelText("Domain 1"), "example.net{Enter}");
  await screen.findByRole("heading", { name: "Docs" });
  expect(document.activeElement).toBe(opener);
  await press("Delete Blog");
  await press("Delete key");
  await waitFor(() => expect(screen.queryByRole("heading", { name: "Blog" })).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(opener));
});

test("a key without domains cannot be saved", async () => {
  await press("Edit domains and limits of Shop");
  await user.clear(screen.getByLabelText("Domain 1"));
  await press("Save");
  expect(screen.getByText("Please add at least one authorized domain")).toBeTruthy();
});

test("a key shows its first 20 characters until it is revealed, each key on its own", async () => {
  const shown = () => [...document.querySelectorAll("li code")].map((code) => code.textContent);
  expect(shown()).toEqual(["pk_live_Shop01234567…", "pk_live_Blog01234567…"]);
  await press("Reveal the key of Blog");
  expect(shown()).toEqual(["pk_live_Shop01234567…", key("Blog").key]);
  await press("Hide the key of Blog");
  expect(shown()[1]).toBe("pk_live_Blog01234567…");
});

test("the create form opens and closes", async () => {
  await press("Create Key");
  expect(screen.getByRole("form", { name: "Create a public key" })).toBeTruthy();
  await press("Cancel");
  expect(screen.queryByRole("form", { name: "Create a public key" })).toBeNull();
});

test("overage of a key is switched on after a question that states the price, and off at once", async () => {
  const sent: unknown[] = [];
  vi.stubGlobal("fetch", async (_url: string, { body }: RequestInit) => {
    const change: Partial<PublicKey> = JSON.parse(String(body));
    sent.push(change);
    return Response.json({ public_key: { ...key("Shop"), ...change } });
  });
  await user.click(screen.getByRole("switch", { name: "Overage for Shop" }));
  expect(screen.getByRole("dialog").textContent).toMatch(/charged at \$0\.05 per credit/);
  expect(sent).toEqual([]);
  await press("Allow overage");
  expect(await screen.findByText(/May use overage credits/)).toBeTruthy();
  await user.click(screen.getByRole("switch", { name: "Overage for Shop" }));
  await waitFor(() => expect(sent).toEqual([{ overage_enabled: true }, { overage_enabled: false }]));
  vi.unstubAllGlobals();
});

test("keys have no overage switch on the Free plan", async () => {
  client.setQueryData(profileQuery.queryKey, { ...PROFILE, tier: "free" });
  await waitFor(() => expect(screen.queryByRole("switch")).toBeNull());
});

test("a limit that is not a number from 1 on is reported, and nothing is sent", async () => {
  const fetch = vi.fn();
  vi.stubGlobal("fetch", fetch);
  await press("Edit domains and limits of Shop");
  await user.type(screen.getByLabelText("Conversions per visitor and day"), "0");
  await press("Save");
  expect(screen.getByText("Enter a whole number from 1 to 10,000, or nothing")).toBeTruthy();
  expect(fetch).not.toHaveBeenCalled();
});
