import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { FeedbackBanner } from "../../feedback/feedback-banner.tsx";
import { CreateKeyForm } from "./create-key-form.tsx";

let user: ReturnType<typeof userEvent.setup>;

beforeEach(() => {
  user = userEvent.setup();
  render(
    <QueryClientProvider client={new QueryClient()}>
      <CreateKeyForm onCreated={() => {}} />
    </QueryClientProvider>,
  );
});

function create() {
  return user.click(screen.getByRole("button", { name: "Create public key" }));
}

test("a key needs a name", async () => {
  expect(screen.getByPlaceholderText("e.g., My Website Widget")).toBe(screen.getByLabelText("Key name"));
  await create();
  expect(screen.getByText("Please enter a name for the key")).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByLabelText("Key name"));
});

test("a key needs at least one domain that is not blank", async () => {
  await user.type(screen.getByLabelText("Key name"), "Shop");
  await user.type(screen.getByLabelText("Domain 1"), "   ");
  await create();
  expect(screen.getByText("Please add at least one authorized domain")).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByLabelText("Domain 1"));
});

test("the last domain row cannot be removed", async () => {
  expect(screen.queryByRole("button", { name: /Remove domain/ })).toBeNull();
  await user.click(screen.getByRole("button", { name: "Add domain" }));
  await user.click(screen.getByRole("button", { name: "Remove domain 1" }));
  expect(screen.getAllByLabelText(/^Domain \d/)).toHaveLength(1);
  expect(screen.queryByRole("button", { name: /Remove domain/ })).toBeNull();
});

test("another attempt removes the errors of the last one", async () => {
  vi.stubGlobal("fetch", async () =>
    Response.json({ error: "Not possible now.", code: "unavailable" }, { status: 503 }),
  );
  render(<FeedbackBanner />);
  await user.type(screen.getByLabelText("Key name"), "Shop");
  await user.type(screen.getByLabelText("Domain 1"), "example.com");
  await create();
  expect(await screen.findByText("Not possible now.")).toBeTruthy();
  await user.clear(screen.getByLabelText("Key name"));
  await create();
  expect(screen.getByText("Please enter a name for the key")).toBeTruthy();
  expect(screen.queryByText("Not possible now.")).toBeNull();
  vi.unstubAllGlobals();
});
