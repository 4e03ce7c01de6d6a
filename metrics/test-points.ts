/** The data points that a Worker writes in tests. */
import { onTestFinished, vi } from "vitest";
import { z } from "zod";
import { EVENTS, type EventName } from "./events.ts";

const Point = z.object({ blobs: z.array(z.string()), doubles: z.array(z.number()) });

/** Miniflare's dataset forgets its points, so they are recorded until the test ends. By event, oldest first. */
export function watchPoints(
  dataset: AnalyticsEngineDataset,
): (event: EventName) => Record<string, string | number | undefined>[] {
  // Each Durable Object has a binding of its own, of the same class.
  const written = vi.spyOn(Object.getPrototypeOf(dataset), "writeDataPoint");
  onTestFinished(() => written.mockRestore());
  return (event) => {
    const { texts, numbers } = EVENTS[event];
    const points = written.mock.calls.map(([point]) => Point.parse(point));
    return points
      .filter(({ blobs }) => blobs[0] === event)
      .map(({ blobs, doubles }) =>
        Object.fromEntries([
          ...texts.map((name, place) => [name, blobs[place + 1]] as const),
          ...numbers.map((name, place) => [name, doubles[place]] as const),
        ]),
      );
  };
}
