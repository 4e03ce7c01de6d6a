/**
 * `npm run smoke -- URL --email ADDRESS` checks a deployed service from the outside and prints a table. With SMOKE_PASSWORD
 * it signs in; without, it registers the address, and the operator pastes the link of the email. `--page URL` names the
 * page to render, `--compare` prints the times of the last run too. Exit code 1 if a check fails.
 */
import { parseArgs } from "node:util";
import { ask } from "../../tools/ask.ts";
import { run } from "../../tools/run.ts";
import { ms, printTable } from "../../tools/table.ts";
import { type Row, readLast, save } from "./record.ts";
import { smoke } from "./smoke.ts";

const USAGE = "npm run smoke -- URL --email ADDRESS [--page URL] [--compare]";
const DEFAULT_PAGE = "https://example.com/";

/** What each check has seen, and the times of its phases in the renderer. */
function describe({ name, detail, phases }: Row): string {
  const times = Object.entries(phases).map(([phase, time]) => `${phase} ${ms(time)}`);
  return [`${name}: ${detail}`, ...(times.length > 0 ? [`    ${times.join(", ")}`] : [])].join("\n");
}

await run(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { email: { type: "string" }, page: { type: "string" }, compare: { type: "boolean" } },
  });
  const [url] = positionals;
  const { email, page = DEFAULT_PAGE } = values;
  if (!url || !URL.canParse(url) || !email) throw new Error(USAGE);
  const { origin } = new URL(url);
  const last = values.compare ? readLast(origin) : null;
  const rows = await smoke(
    { origin, page },
    {
      email,
      password: process.env.SMOKE_PASSWORD ?? null,
      askLink: () => ask(`Paste the link of the email to ${email}: `),
    },
    ({ name, state }) => console.error(`${state === "ok" ? "✓" : state === "failed" ? "✗" : "–"} ${name}`),
  );
  const before = (name: string) => last?.rows.find((row) => row.name === name);
  printTable(
    last ? `${origin}, compared with ${last.at}` : origin,
    ["Check", "result", "time", ...(last ? ["last result", "last time"] : [])],
    rows.map(({ name, state, ms: time }) => {
      const old = before(name);
      return [name, state, ms(time), ...(last ? [old?.state ?? "–", old ? ms(old.ms) : "–"] : [])];
    }),
  );
  console.log(`\n${rows.map(describe).join("\n")}`);
  console.log(`\nKept in ${save(origin, rows)}`);
  const failed = rows.filter(({ state }) => state === "failed");
  if (failed.length > 0) throw new Error(`Failed: ${failed.map(({ name }) => name).join(", ")}.`);
});
