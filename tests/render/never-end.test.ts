/** Each of these pages uses its whole time budget, so they are converted side by side. They leave no tab for other tests. */
import { describe, expect, test } from "vitest";
import { LIMITS } from "#contract/limits.ts";
import { readPdf } from "../stage/read-pdf.ts";
import { convert, endOf, open } from "./convert.ts";
import { failurePages } from "./failures-pages.ts";

const { origin } = await open(failurePages);

describe.concurrent("pages that never come to an end", { timeout: LIMITS.renderBudgetMs * 3 }, () => {
  test.for([
    ["never responds", "/never-responds"],
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

  test.for(["/bot-check", "/bot-check/403"])("a bot check that stays fails the job: %s", async (path) => {
    const job = await endOf(origin + path);
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
