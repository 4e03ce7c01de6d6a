/** A Grafana dashboard of all queries, for the plugin “Altinity plugin for ClickHouse”. */
import { QUERIES, seriesSql, type Unit } from "./queries.ts";

/** The dashboard's variable with the data source. */
const SOURCE = "source";
const PLUGIN = { type: "vertamedia-clickhouse-datasource", uid: `$${SOURCE}` };
const WIDTH = 12;
const HEIGHT = 8;
/** Grafana's names. */
const UNITS: Record<Unit, string> = { count: "short", ms: "ms", share: "percentunit" };

/** The JSON that Grafana imports. It asks for the data source. */
export function dashboard(dataset: string) {
  return {
    title: `Platen (${dataset})`,
    uid: dataset.replaceAll("_", "-"),
    schemaVersion: 39,
    timezone: "utc",
    refresh: "1m",
    time: { from: "now-6h", to: "now" },
    templating: { list: [{ name: SOURCE, label: "Data source", type: "datasource", query: PLUGIN.type }] },
    panels: QUERIES.map((query, index) => ({
      id: index + 1,
      title: query.title,
      type: "timeseries",
      datasource: PLUGIN,
      gridPos: { x: (index % 2) * WIDTH, y: Math.floor(index / 2) * HEIGHT, w: WIDTH, h: HEIGHT },
      fieldConfig: {
        defaults: {
          unit: UNITS[query.unit],
          min: 0,
          custom: query.unit === "count" ? { drawStyle: "bars", stacking: { mode: "normal" } } : {},
        },
        overrides: [],
      },
      targets: [
        {
          refId: "A",
          datasource: PLUGIN,
          rawQuery: true,
          query: seriesSql(query, dataset),
          dateTimeType: "DATETIME",
          dateTimeColDataType: "timestamp",
          format: "time_series",
          round: "60s",
          intervalFactor: 1,
          extrapolate: false,
          skip_comments: true,
        },
      ],
    })),
  };
}
