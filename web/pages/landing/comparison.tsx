/** How Platen compares: measured times, what it has, and what it does not have. */
import times from "virtual:docs/times";
import { Link } from "wouter";
import { PLANS } from "#contract/plans.ts";
import { titleOf } from "./known-pages.tsx";

const HAS = [
  "An API and a button in one account. Public keys work only on your domains.",
  "Idempotency-Key: a repeated request creates and charges no second job.",
  "A job that fails costs nothing, and its error says what to do.",
  "The whole service runs on your machine with one command, without any account.",
  "The bench that measured these times is part of the source, so you can repeat them.",
];

const LACKS = [
  `PDFs with more than ${PLANS.pro.pagesPerPdf} pages.`,
  "Webhooks, and delivery to your own storage such as S3.",
  "Client libraries. Every call is plain HTTP with JSON.",
  "A cache of results, proxies in other countries, and video.",
  "PDF/A for archives.",
];

const TOOLS = ["platen", "puppeteer", "browserless"] as const;
const NAMES = { platen: "Platen", puppeteer: "puppeteer", browserless: "browserless" };

function Times() {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboards scroll a region only while it has the focus
    <section aria-label="Measured times" tabIndex={0} className="mt-6 overflow-x-auto">
      <table className="w-full text-left tabular-nums max-sm:text-sm">
        <caption className="sr-only">Milliseconds of one job</caption>
        <thead className="text-muted text-sm">
          <tr className="border-line border-b">
            <th scope="col" className="py-2 font-medium">
              Page
            </th>
            {TOOLS.map((tool) => (
              <th key={tool} scope="col" className="py-2 pl-2 text-right font-medium sm:pl-4">
                {NAMES[tool]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {times.map((row) => (
            <tr key={row.page + row.output} className="border-line border-b">
              <th scope="row" className="py-2 font-normal">
                {titleOf(row.page)}
                <span className="text-muted">, {row.output}</span>
              </th>
              {TOOLS.map((tool) => (
                <td key={tool} className="py-2 pl-2 text-right sm:pl-4">
                  {row[tool]?.toLocaleString("en-US") ?? "–"}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Points({ title, points }: { title: string; points: readonly string[] }) {
  return (
    <div>
      <h3 className="font-semibold">{title}</h3>
      <ul className="mt-2 list-disc space-y-1.5 pl-5 text-muted">
        {points.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
    </div>
  );
}

export function Comparison() {
  return (
    <section aria-labelledby="comparison-title" className="border-line border-t py-14">
      <h2 id="comparison-title" className="text-2xl sm:text-3xl">
        How it compares
      </h2>
      <p className="mt-2 max-w-2xl text-muted">
        Milliseconds of one job on an idle service, in the same browser, from our own bench. Platen takes
        longer where it waits for lazy pictures and late data, and where it joins the parts of a tall
        screenshot. See{" "}
        <Link href="/docs/guides/performance" className="text-accent underline">
          the method and all figures
        </Link>
        .
      </p>
      <Times />
      <div className="mt-8 grid gap-x-10 gap-y-7 sm:grid-cols-2">
        <Points title="What Platen has" points={HAS} />
        <Points title="What Platen does not have" points={LACKS} />
      </div>
    </section>
  );
}
