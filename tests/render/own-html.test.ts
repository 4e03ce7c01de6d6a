/** Pages that the request brings, as HTML or Markdown. */
import { expect, test } from "vitest";
import { NO_ADDRESS } from "#contract/job/input.ts";
import type { JobRequestInput } from "#contract/job/request.ts";
import { createJob, finishedJob, resultBytes } from "../../dev/job-client.ts";
import { newAccount } from "../stage/service.ts";
import { open } from "./convert.ts";
import { html, picture } from "./pages.ts";
import { textOnPaper } from "./text-on-paper.ts";

const { origin, hits } = await open({
  "/shop/data.txt": (_, response) => response.end("Data of the site"),
  "/shop/frame": html("Frame", "<p>Words of a frame</p>"),
  "/shop/logo.svg": picture("#0a0"),
});

async function render(body: JobRequestInput) {
  const account = await newAccount();
  const { jobId } = await createJob(account, body);
  const job = await finishedJob(account, jobId);
  expect(job.error).toBeNull();
  const { text } = await textOnPaper(await resultBytes(job));
  return { job, text };
}

test("HTML with a base address is the page at that address, also after it leads to itself", async () => {
  const visits = `<p id=words></p><script>
    const visits = Number(sessionStorage.visits ?? 0) + 1;
    sessionStorage.visits = visits;
    words.textContent = "Visit " + visits + " of " + location.href + " from " + origin;
    if (visits === 1) location.reload();
    else if (visits === 2) location = "/shop/invoice?id=7";
    else fetch("data.txt").then((response) => response.text()).then((text) => document.body.append(text));
  </script>`;
  const page = html("Invoice 7", `${visits}<img src=logo.svg><iframe src=frame></iframe>`);
  const baseUrl = `${origin}/shop/invoice?id=7`;
  const { job, text } = await render({ html: page, baseUrl });
  expect(text).toContain(`Visit 3 of ${baseUrl} from ${origin}`);
  expect(text).toContain("Data of the site");
  expect(text).toContain("Words of a frame");
  expect(hits.get("/shop/logo.svg")).toBeGreaterThan(0);
  expect(hits.get("/shop/invoice")).toBeUndefined();
  expect(job).toMatchObject({ input: "html", url: baseUrl, result: { filename: "Invoice 7.pdf" } });
});

test("HTML without a base address reaches no server by relative addresses", async () => {
  const { job, text } = await render({
    html: `<p id=a>ä €</p><img src=/x.png><script>a.append(" at " + location)</script>`,
  });
  expect(text).toContain(`ä € at ${NO_ADDRESS}`);
  expect(job).toMatchObject({ url: "", result: { filename: "Page.pdf" } });
});

test.for([
  { baseUrl: undefined, header: "From [], sheet 1" },
  { baseUrl: `${origin}/shop/letter`, header: `From [${origin}/shop/letter], sheet 1` },
])("a header names $baseUrl as the address of HTML", async ({ baseUrl, header }) => {
  const pdfOptions = { headerTemplate: "From [{url}], sheet {page}" };
  const { text } = await render({ html: "<p>A letter", baseUrl, options: { pdfOptions } });
  expect(text).toContain(header);
});

test("Markdown becomes a page with its tables, tasks, alerts, links, HTML and relative images", async () => {
  const markdown = `# Weekly *report*

| Day | Visits |
| --- | -----: |
| Monday | 1,204 |

- [x] Write the summary
- [ ] Send it

~~Old~~ See https://example.org/more.

> [!TIP]
> Or www.example.org.

<p id="made"></p><script>made.textContent = "Made in " + document.querySelectorAll("table td, s, li.task input, .alert.tip strong, a[href]").length + " parts"</script>

![](small.svg)
`;
  const before = hits.get("/shop/small.svg") ?? 0;
  const { job, text } = await render({ markdown, baseUrl: `${origin}/shop/report` });
  expect(text).toContain("Monday");
  expect(text).toContain("Write the summary");
  expect(text).not.toContain("[x]");
  expect(text).toContain("Made in 8 parts");
  expect(hits.get("/shop/small.svg")).toBe(before + 1);
  expect(job).toMatchObject({ input: "markdown", result: { filename: "Weekly report.pdf" } });
});
