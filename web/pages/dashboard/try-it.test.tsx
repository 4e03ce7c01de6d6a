import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { SHOWN_ERRORS } from "#contract/shown-errors.ts";
import { PROFILE } from "../../test-profile.ts";
import { TryIt } from "./try-it.tsx";

test.for([
  { tier: "free", links: ["/plans"] },
  { tier: "pro", links: ["/settings"] },
] as const)(
  "without credits on $tier, a refused page comes with the way to more",
  async ({ tier, links }) => {
    const user = userEvent.setup();
    const { message, status } = SHOWN_ERRORS.credits_exhausted;
    vi.stubGlobal("fetch", async (url: string) =>
      url.endsWith("/user/profile")
        ? Response.json({ profile: { ...PROFILE, tier } })
        : Response.json({ error: message, code: "credits_exhausted" }, { status }),
    );
    vi.spyOn(console, "error").mockImplementation(() => {});
    render(
      <QueryClientProvider client={new QueryClient()}>
        <TryIt />
      </QueryClientProvider>,
    );
    await user.type(screen.getByLabelText("Page address"), "example.com{Enter}");
    expect(await screen.findByText(message)).toBeTruthy();
    expect(screen.getAllByRole("link").map((link) => link.getAttribute("href"))).toEqual(links);
  },
);
