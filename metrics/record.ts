/** Writes data points. A write takes no round trip: the platform sends the points after the response. */
import { log } from "#log/log.ts";
import { EVENTS, type EventName, type NumberName, type TextName } from "./events.ts";

type Point<Name extends EventName> = Partial<Record<NumberName<Name>, number | null | undefined>> &
  Record<TextName<Name>, string | null>;

/** A place without a value has an empty text or 0. Never throws. */
export function record<Name extends EventName>(
  dataset: AnalyticsEngineDataset,
  event: Name,
  point: Point<Name>,
): void {
  const { texts, numbers } = EVENTS[event];
  const values = new Map<string, unknown>(Object.entries(point));
  try {
    dataset.writeDataPoint({
      indexes: [event],
      blobs: [event, ...texts.map((name) => String(values.get(name) ?? ""))],
      doubles: numbers.map((name) => Number(values.get(name) ?? 0)),
    });
  } catch (error) {
    log.warn("A data point is lost.", { point: event, error });
  }
}
