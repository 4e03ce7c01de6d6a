/** Pages that use their whole time budget, in further ways. They are converted side by side and leave no tab for other tests. */
import { describe, expect, test } from "vitest";
import { LIMITS } from "#contract/limits.ts";
import { convert, endOf, open, withoutHaste } from "../render/convert.ts";
import { failurePages } from "../render/failures-pages.ts";
import { readTags } from "../render/read-tags.ts";
import { readPdf } from "../stage/read-pdf.ts";

const { origin } = await open(failurePages);

const long = { timeout: LIMITS.renderBudgetMs * 3 };

describe.concurrent("pages that never come to an end", long, () => {
  test.for([
    ["stops in the middle of its text", "/stalls"],
    ["leads to a page that never responds", "/leads-nowhere"],
  ])("a page that %s fails the job within the budget", async ([, path = ""]) => {
    expect(await endOf(origin + path)).toMatchObject({
      status: "failed",
      result: null,
      credits: { used: 0 },
      error: { code: "page_timeout" },
    });
  });

  test("a bot check with an error status that stays fails the job", async () => {
    const job = await endOf(`${origin}/bot-check/403`);
    expect(job).toMatchObject({ status: "failed", result: null, credits: { used: 0 } });
    expect(job.error).toMatchObject({
      code: "bot_challenge",
      message: expect.stringContaining("Cloudflare"),
      retryable: false,
    });
  });

  test("with bestAttempt, a page that stops in the middle of its text is captured as far as it came", async () => {
    const { job, bytes } = await convert(`${origin}/stalls`, { bestAttempt: true });
    expect((await readPdf(bytes)).map((page) => page.text).join(" ")).toContain("The beginning");
    expect(job.warnings).toContainEqual(expect.objectContaining({ code: "page_partial" }));
  });
});

test("a page that hangs while it is printed completes with the print_layout warning", long, async () => {
  const pdfOptions = { watermark: { text: "DRAFT" } };
  const { job, bytes } = await withoutHaste(() => convert(`${origin}/hangs-in-print`, { pdfOptions }));
  expect((await readPdf(bytes)).map((page) => page.text).join(" ")).toContain("Printed all the same");
  expect((await readTags(bytes)).rows).toEqual(["H1: Printed all the same", "P: words"]);
  const message = expect.stringContaining("Your header, footer and watermark are missing");
  expect(job.warnings).toContainEqual(expect.objectContaining({ code: "print_layout", message }));
});
