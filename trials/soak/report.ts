/** The figures as a table for the terminal. */

import type { Figures } from "./figures.ts";
import type { Memory } from "./scene/census.ts";

const MAX_CASES = 8;

const RULES: Record<keyof Figures["broken"], string> = {
  neverAccepted: "never accepted",
  lost: "lost",
  stuck: "stuck",
  chargedWrongly: "charged wrongly",
  wronglyBlamed: "wrongly blamed",
  orphans: "orphans",
  leaked: "leaked",
  wedged: "wedged",
};

function counts(record: Record<string, number>): string {
  return Object.entries(record)
    .map(([name, count]) => `${name} ${count}`)
    .join(", ");
}

function megabytes(bytes: number): string {
  return `${Math.round(bytes / 2 ** 20)} MB`;
}

function memory({ workerdBytes, nodeBytes, browserBytes, browsers }: Memory): string {
  return `workerd ${megabytes(workerdBytes)}, node ${megabytes(nodeBytes)}, ${browsers} browsers ${megabytes(browserBytes)}`;
}

function ms(value: number | null): string {
  return value === null ? "-" : `${value} ms`;
}

function rulesOf({ broken }: Figures): [string, string][] {
  const names: (keyof Figures["broken"])[] = [
    "neverAccepted",
    "lost",
    "stuck",
    "chargedWrongly",
    "wronglyBlamed",
    "orphans",
    "leaked",
    "wedged",
  ];
  return names.flatMap((name): [string, string][] => {
    const cases = broken[name];
    const shown = cases.slice(0, MAX_CASES).map((one): [string, string] => ["", one]);
    const more: [string, string][] =
      cases.length > MAX_CASES ? [["", `and ${cases.length - MAX_CASES} more`]] : [];
    return [[RULES[name], String(cases.length)], ...shown, ...more];
  });
}

/** Name and value of each line. */
function reportLines(figures: Figures): [string, string][] {
  return [
    ["seed", String(figures.seed)],
    ["time", `${figures.seconds} s`],
    ["jobs", String(figures.jobs)],
    ["completed", String(figures.completed)],
    ["failed", counts(figures.failed) || "0"],
    ["  of pages that always fail", String(figures.pagesOwnFaults)],
    ["  while the page server was down", String(figures.duringOutages)],
    ...rulesOf(figures),
    ["retried requests", counts(figures.askedAgain) || "0"],
    ...figures.rounds.map((one): [string, string] => [
      `round ${one.round}`,
      `${one.jobs} jobs, p50 ${ms(one.p50Ms)}, p95 ${ms(one.p95Ms)}`,
    ]),
    ["memory before", memory(figures.memory.before)],
    ["memory at most", memory(figures.memory.peak)],
    ["memory after", memory(figures.memory.after)],
    ["browsers retired", counts(figures.retirements) || "0"],
    ...figures.faults.map((one): [string, string] => [
      `fault at job ${one.afterJobs}`,
      `${one.name}: ${one.hit} (${one.seconds} s)`,
    ]),
    ...figures.skipped.map((one): [string, string] => ["skipped", one]),
  ];
}

/** The report as lines of text. */
export function report(figures: Figures): string {
  const lines = reportLines(figures);
  const width = Math.max(...lines.map(([name]) => name.length));
  return lines.map(([name, value]) => `${name.padEnd(width)}  ${value}`).join("\n");
}
