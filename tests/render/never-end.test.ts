/** Each of these pages uses its whole time budget, so they are converted side by side. The nightly tests have more of them. */
import { describe, expect, test } from "vitest";
import { LIMITS } from "#contract/limits.ts";
import { endOf, open } from "./convert.ts";
import { failurePages } from "./failures-pages.ts";

const { origin } = await open(failurePages);

describe.concurrent("pages that never come to an end", { timeout: LIMITS.renderBudgetMs * 3 }, () => {
  test("a page that never responds fails the job within the budget", async () => {
    expect(await endOf(`${origin}/never-responds`)).toMatchObject({
      status: "failed",
      result: null,
      credits: { used: 0 },
      error: { code: "page_timeout" },
    });
  });

  test("a bot check that stays fails the job", async () => {
    const job = await endOf(`${origin}/bot-check`);
    expect(job).toMatchObject({ status: "failed", result: null, credits: { used: 0 } });
    expect(job.error).toMatchObject({
      code: "bot_challenge",
      message: expect.stringContaining("Cloudflare"),
      retryable: false,
    });
  });
});
