import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import type { DomainUseList } from "#contract/account/public-keys.ts";
import { testPublicKey } from "../../test-public-key.ts";
import { DomainUseCard } from "./domain-use-card.tsx";
import { showCard } from "./test-card.tsx";

afterEach(() => vi.restoreAllMocks());

test("conversions are a table by domain, and a failure to load them can be tried again", async () => {
  const key = testPublicKey({ name: "Shop" });
  const use: DomainUseList = { domains: [{ host: "shop.example.com", jobs: 3, finished: 2, failed: 1 }] };
  showCard(<DomainUseCard publicKey={key} />, [500, { error: "Something failed." }], [200, use]);
  expect(screen.getByRole("status", { name: "Loading…" })).toBeTruthy();
  await userEvent.click(await screen.findByRole("button", { name: "Try again" }));
  const row = await screen.findByRole("row", { name: /shop\.example\.com/ });
  expect(row.textContent).toMatch(/3.*2.*1/);
});

test("a key without conversions says so", async () => {
  showCard(<DomainUseCard publicKey={testPublicKey({})} />, [200, { domains: [] }]);
  expect(await screen.findByText("No conversions yet")).toBeTruthy();
});
