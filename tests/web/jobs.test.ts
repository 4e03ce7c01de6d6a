/** The list of all jobs, the page of one job, and two jobs side by side. */
import { expect, test } from "vitest";
import { createJob, finishedJob } from "../../dev/job-client.ts";
import { openBrowser } from "../stage/browser.ts";
import { newAccount, pages } from "../stage/service.ts";
import { addJobs, tokenFor } from "./local-data.ts";
import { absent, arrive, click, fill, inspect, isAt, present, sees, switchTheme } from "./visitor.ts";

const browser = await openBrowser();
const ARTICLE = `${pages}/article.html`;
const SHOWN = 50;
/** More than the list loads at once. */
const OLD_JOBS = 60;
const ROWS = 'ul[aria-label="Jobs"] > li';

test("jobs are found, selected, deleted, restored, opened and compared", async () => {
  const account = await newAccount("pro");
  const old = `job_${account.email.slice(0, 12)}_`;
  await addJobs(account, OLD_JOBS, old);
  const { jobId } = await createJob(account, { url: ARTICLE, options: { formFactor: "mobile" } });
  await finishedJob(account, jobId);
  const { page, complaints } = await arrive(browser, "/jobs", { token: await tokenFor(account), width: 390 });
  await sees(page, `${OLD_JOBS + 1} jobs`);
  expect(await page.$$(ROWS)).toHaveLength(SHOWN);
  await click(page, "button", "Load more");
  await absent(page, "button", "Load more");
  expect(await page.$$(ROWS)).toHaveLength(OLD_JOBS + 1);

  await fill(page, "Search", "ARTICLES/2", "searchbox");
  await sees(page, "11 of 61 jobs match");
  expect(await page.evaluate(() => window.location.search)).toBe("?search=ARTICLES%2F2");
  await click(page, "checkbox", "Select https://example.com/articles/20");
  await page.keyboard.down("Shift");
  await click(page, "checkbox", "Select https://example.com/articles/22");
  await page.keyboard.up("Shift");
  await sees(page, "3 selected");
  await inspect(page, "jobs-selected-390-light");

  await click(page, "button", "Delete");
  await sees(page, "8 of 61 jobs match");
  await click(page, "button", "Undo");
  await sees(page, "11 of 61 jobs match");
  // Leaving the page ends the time to undo.
  await click(page, "button", "Delete the job of https://example.com/articles/21");
  await sees(page, "10 of 61 jobs match");
  await page.reload();
  await sees(page, "10 of 60 jobs match");
  await absent(page, "checkbox", "Select https://example.com/articles/21");

  await switchTheme(page, "dark");
  await click(page, "button", "Clear filters");
  await click(page, "link", ARTICLE.replace("http://", ""));
  await isAt(page, `/jobs/${jobId}`);
  await sees(page, "Wait in the queue");
  await present(page, "button", "Run again");
  await page.waitForSelector('canvas[role="img"][data-state="drawn"]');
  await inspect(page, "job-390-dark");

  await click(page, "link", "Compare");
  await sees(page, "No job chosen");
  await page.select("::-p-aria(Second job)", `${old}1`);
  await sees(page, "formFactor");
  await sees(page, "The file has expired");
  await inspect(page, "jobs-compared-390-dark");
  expect(complaints).toEqual([]);
});
