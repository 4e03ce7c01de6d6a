import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { testPublicKey } from "../../test-public-key.ts";
import { ForeignTarget } from "./foreign-target.tsx";

function shown(customUrl: string, restricted = true) {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ForeignTarget
        publicKey={testPublicKey({ restrict_targets: restricted })}
        config={{ "url-source": "custom", "custom-url": customUrl }}
      />
    </QueryClientProvider>,
  );
  return screen.queryByRole("button", { name: "Allow any page" });
}

test("for an address outside of the authorized domains, a notice offers to allow any page", () => {
  expect(shown("https://elsewhere.org/page")).not.toBeNull();
  expect(screen.getByText(/elsewhere\.org is not one of the key's authorized domains/)).not.toBeNull();
});

test("there is no notice for an authorized domain, or for a key that allows any page", () => {
  expect(shown("https://example.com/page")).toBeNull();
  expect(shown("https://elsewhere.org/page", false)).toBeNull();
});
