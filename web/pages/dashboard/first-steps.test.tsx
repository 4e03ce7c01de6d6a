import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Profile } from "#contract/account/profile.ts";
import { PROFILE } from "../../test-profile.ts";
import { FirstSteps } from "./first-steps.tsx";

const NEW: Profile = { ...PROFILE, created_at: new Date().toISOString() };

let lastUsedAt: string | null;
let jobs: { jobId: string; status: string }[];
let publicKeys: { id: string }[];
let paths: string[];

beforeEach(() => {
  [lastUsedAt, jobs, publicKeys, paths] = [null, [], [], []];
  vi.stubGlobal("fetch", async (path: string) => {
    paths.push(path);
    if (path.endsWith("/user/api-key")) {
      const api_key = { key: "sk_live_1", created_at: PROFILE.created_at, last_used_at: lastUsedAt };
      return Response.json({ api_key, old_key: null });
    }
    if (path.endsWith("/public-keys")) return Response.json({ public_keys: publicKeys });
    return Response.json({ jobs, nextCursor: null });
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function open(profile: Profile = NEW) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  return render(
    <QueryClientProvider client={client}>
      <FirstSteps profile={profile} />
    </QueryClientProvider>,
  );
}

function ticked(): string[] {
  return screen.queryAllByText("(done)").map((mark) => mark.parentElement?.firstChild?.textContent ?? "");
}

test("copying the key ticks its step, and a finished job and a public key tick theirs", async () => {
  const copied = vi.spyOn(navigator.clipboard, "write");
  jobs = [{ jobId: "job_1", status: "completed" }];
  const { unmount } = open();
  await waitFor(() => expect(ticked()).toEqual(["Convert your first page"]));
  fireEvent.click(screen.getByRole("button", { name: "Copy key" }));
  // Safari refuses a later call, and the key is still loading.
  expect(copied).toHaveBeenCalledOnce();
  await waitFor(() => expect(ticked()).toEqual(["Copy your API key", "Convert your first page"]));
  expect(await navigator.clipboard.readText()).toBe("sk_live_1");

  unmount();
  [jobs, publicKeys, paths] = [[], [{ id: "pub_1" }], []];
  const { container } = open();
  await waitFor(() => expect(paths).toHaveLength(3));
  await waitFor(() => expect(localStorage.getItem(`platen.first-steps.${PROFILE.id}`)).toContain("button"));
  expect(container.textContent).toBe("");
});

test("closing the card keeps it closed, and it then loads nothing", async () => {
  const { unmount } = open();
  await userEvent.click(await screen.findByRole("button", { name: "Close" }));
  expect(screen.queryByText("First steps")).toBeNull();
  unmount();
  paths = [];
  open();
  expect(paths).toEqual([]);
});

test("an account whose address is not verified has no steps yet, and an old one has none any more", () => {
  open({ ...NEW, email_confirmed_at: null });
  open(PROFILE);
  expect(paths).toEqual([]);
});
