import { expect, test } from "vitest";
import { EVENTS } from "#metrics/events.ts";
import { dashboard } from "./dashboard.ts";
import { QUERIES, seriesSql, tableSql } from "./queries.ts";

test.each(QUERIES)("“$title” reads only columns of its event", (query) => {
  const { texts, numbers } = EVENTS[query.event];
  const columns = [
    ...texts.map((_, place) => `blob${place + 2}`),
    ...numbers.map((_, place) => `double${place + 1}`),
  ];
  for (const sql of [tableSql(query, "platen_metrics"), seriesSql(query, "platen_metrics")]) {
    expect(sql).toContain(`blob1 = '${query.event}'`);
    const named = [...sql.matchAll(/\b(?:blob|double)\d+\b/g)].map(([column]) => column);
    expect(named.filter((column) => column !== "blob1" && !columns.includes(column))).toEqual([]);
    expect(sql).not.toContain("undefined");
  }
});

test("every event has a query", () => {
  expect(new Set(QUERIES.map(({ event }) => event))).toEqual(new Set(Object.keys(EVENTS)));
});

test("the dashboard shows each query in its own place, in the environment's dataset", () => {
  const { panels } = dashboard("platen_metrics_staging");
  expect(panels.map(({ title }) => title)).toEqual(QUERIES.map(({ title }) => title));
  expect(new Set(panels.map(({ gridPos: { x, y } }) => `${x} ${y}`)).size).toBe(panels.length);
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  for (const { targets } of panels) expect(targets[0]?.query).toContain("from platen_metrics_staging\n");
});
