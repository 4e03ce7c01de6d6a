import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import type { Profile } from "#contract/account/profile.ts";
import type { PublicKey } from "#contract/account/public-keys.ts";
import { WIDGET_TAG } from "#contract/widget/embed.ts";
import { FeedbackBanner } from "../../feedback/feedback-banner.tsx";
import { profileQuery } from "../../queries/profile.ts";
import { domainUseQuery, publicKeysQuery } from "../../queries/public-keys.ts";
import { PROFILE } from "../../test-profile.ts";
import { testPublicKey } from "../../test-public-key.ts";
import { Widget } from "./widget.tsx";

/** A stand-in for the button's script, which this environment does not load. */
customElements.define(WIDGET_TAG, class extends HTMLElement {});

function key(name: string, domain: string): PublicKey {
  return testPublicKey({ id: `pub_${name}`, name, key: `pk_live_${name}`, authorized_domains: [domain] });
}

function show(...keys: PublicKey[]) {
  showTo(PROFILE, keys);
}

function showTo(profile: Profile, keys: PublicKey[]) {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  client.setQueryData(publicKeysQuery.queryKey, keys);
  for (const { id } of keys) client.setQueryData(domainUseQuery(id).queryKey, []);
  client.setQueryData(profileQuery.queryKey, profile);
  render(
    <QueryClientProvider client={client}>
      <Widget />
      <FeedbackBanner />
    </QueryClientProvider>,
  );
}

test("the only key is selected, and its code is shown", () => {
  show(key("shop", "example.com"));
  expect(document.querySelector("pre")?.textContent).toContain('public-key="pk_live_shop"');
});

test("an account without a verified address sees why its buttons do not work, and gets the email again", async () => {
  const fetch = vi.fn(async (_url: string) => Response.json({ message: "The email is sent." }));
  vi.stubGlobal("fetch", fetch);
  showTo({ ...PROFILE, email_confirmed_at: null }, [key("shop", "example.com")]);
  expect(screen.getByText("Your buttons work after that.")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Resend email" }));
  expect(await screen.findByText("The email is sent.")).toBeTruthy();
  expect(fetch.mock.calls.map(([url]) => url)).toEqual(["/api/v1/auth/resend-verification"]);
});

test("of two keys none is selected", () => {
  show(key("shop", "example.com"), key("blog", "example.org"));
  expect(screen.queryByText("Embed Code")).toBeNull();
});

test.each([
  ["example.com", "https://example.com/"],
  ["*.example.com", "https://example.com/"],
  ["127.0.0.1:*", "http://127.0.0.1/"],
])("the preview of a key for %s converts %s", (domain, home) => {
  show(key("shop", domain));
  expect(screen.getByText(home)).toBeTruthy();
});

test("on an authorized domain the preview converts the page around it", () => {
  show(key("shop", "localhost:*"));
  expect(document.querySelector(WIDGET_TAG)?.hasAttribute("custom-url")).toBe(false);
});

test("the look changes the code and both previews, and warns of a label that is hard to read", async () => {
  show(key("shop", "localhost:*"));
  fireEvent.change(screen.getByLabelText(/^Background/), { target: { value: "#eeeeee" } });
  await userEvent.click(screen.getByLabelText("Pill"));
  expect(document.querySelector("pre")?.textContent).toContain(
    'style="--platen-background: #eeeeee; --platen-radius: 999px"',
  );
  const previews = document.querySelectorAll<HTMLElement>(WIDGET_TAG);
  expect([...previews].map(({ style }) => style.getPropertyValue("--platen-radius"))).toEqual([
    "999px",
    "999px",
  ]);
  expect(screen.getByText(/hard to read: its contrast is 1.2/)).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Reset" }));
  expect(document.querySelector("pre")?.textContent).not.toContain("style");
});
