import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { RECENT_USAGE, USAGE_KEY } from "../../queries/usage.ts";
import { FailedRenderNotice } from "./failed-render-notice.tsx";

function shown(seconds: number) {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  const failed_render = { seconds, daily_limit_seconds: 600, resets_at: "2026-06-02T00:00:00.000Z" };
  client.setQueryData([...USAGE_KEY, RECENT_USAGE], { days: [], keys: [], domains: [], failed_render });
  render(
    <QueryClientProvider client={client}>
      <FailedRenderNotice />
    </QueryClientProvider>,
  );
  return screen.queryByText(/of your jobs failed today/)?.textContent ?? null;
}

test("up to half of the day's time for failed jobs there is no notice", () => {
  expect(shown(300)).toBeNull();
});

test("above half of it, the notice says when jobs will be rejected", () => {
  expect(shown(301)).toBe("Many of your jobs failed today");
  expect(screen.getByText(/5 of 10 minutes .* At 10 minutes, new jobs are rejected/)).toBeTruthy();
});

test("when it is used up, the notice says until when jobs are rejected", () => {
  expect(shown(600)).toBe("Too many of your jobs failed today");
  expect(screen.getByText(/rejected until midnight UTC/)).toBeTruthy();
});
