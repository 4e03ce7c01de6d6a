/** Kinds of pages that everyone knows, as Platen captured them, with their times from the bench. */
import times from "virtual:docs/times";
import articleImage from "./known-article.webp";
import chartsImage from "./known-charts.webp";
import invoiceImage from "./known-invoice.webp";
import manualImage from "./known-manual.webp";
import shopImage from "./known-shop.webp";

const PAGES = [
  {
    name: "article",
    title: "Article",
    has: "Photos, of which some load while you scroll",
    image: articleImage,
  },
  { name: "invoice", title: "Invoice", has: "One sheet with a table", image: invoiceImage },
  { name: "manual", title: "Documentation", has: "Code and a fixed navigation", image: manualImage },
  { name: "charts", title: "Dashboard", has: "Charts drawn from data after load", image: chartsImage },
  { name: "shop", title: "Shop", has: "Large photos, lazy ones below", image: shopImage },
] as const;

/** The title of a page of the bench. */
export function titleOf(page: string): string {
  return PAGES.find(({ name }) => name === page)?.title ?? page;
}

function seconds(page: string, output: string): string {
  const found = times.find((row) => row.page === page && row.output === output);
  return found ? `${(found.platen / 1000).toFixed(2)} s` : "";
}

export function KnownPages() {
  return (
    <section aria-labelledby="known-title" className="border-line border-t py-14">
      <h2 id="known-title" className="text-2xl sm:text-3xl">
        Pages you know, and how long they take
      </h2>
      <p className="mt-2 max-w-2xl text-muted">
        Five kinds of pages from our bench, captured by Platen. The time is that of one job on an idle
        service, from the request until the file is stored.
      </p>
      <ul className="mt-6 grid grid-cols-2 gap-x-4 gap-y-7 sm:grid-cols-3 lg:grid-cols-5">
        {PAGES.map(({ name, title, has, image }) => (
          <li key={name} className="flex flex-col">
            <img
              src={image}
              width={416}
              height={520}
              alt={`The top of the page “${title}” in a screenshot`}
              loading="lazy"
              className="block h-auto w-full rounded-lg border border-line"
            />
            <p className="mt-3 font-semibold">{title}</p>
            <p className="text-muted text-sm">{has}</p>
            <dl className="mt-auto grid grid-cols-[1fr_auto] pt-1.5 text-sm tabular-nums">
              {["PDF", "Screenshot"].map((output) => (
                <div key={output} className="contents">
                  <dt className="text-muted">{output}</dt>
                  <dd>{seconds(name, output)}</dd>
                </div>
              ))}
            </dl>
          </li>
        ))}
      </ul>
    </section>
  );
}
