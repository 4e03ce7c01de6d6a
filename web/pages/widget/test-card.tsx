/** Shows a card in tests, with a server that responds with the given bodies, one after the other. */
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render } from "@testing-library/react";
import type { ReactNode } from "react";
import { vi } from "vitest";

export function showCard(card: ReactNode, ...bodies: [status: number, body: unknown][]) {
  const responses = bodies.map(([status, body]) => Response.json(body, { status }));
  const fetched = vi
    .spyOn(globalThis, "fetch")
    .mockImplementation(async () => responses.shift() ?? Response.error());
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(<QueryClientProvider client={client}>{card}</QueryClientProvider>);
  return fetched;
}
