import { expect, test } from "vitest";
import { UNWANTED } from "#contract/job/values.ts";
import { readPdf } from "../stage/read-pdf.ts";
import { clearPages } from "./clear-pages.ts";
import { convert, open } from "./convert.ts";

const { origin, hits } = await open(clearPages);
const AD_SCRIPT = "/pagead/js/adsbygoogle.js";

test("block removes ads, trackers, a chat and a banner; without block the page is as it is", async () => {
  const blocked = await convert(`${origin}/shop`, { block: [...UNWANTED] });
  expect(hits.get(AD_SCRIPT)).toBeUndefined();
  const [sheet] = await readPdf(blocked.bytes);
  // Nothing else: no ad, no bubble, no banner, and no error page in the frame whose ad is missing.
  expect(sheet?.text).toBe("Words of the page, with consent refused\nWords of the frame");
  const { completeness } = blocked.job.result ?? {};
  expect(completeness?.images).toEqual({ total: 1, loaded: 1 });
  // Two frames with ads, one of them in another frame, the script for ads, the tracker and the chat.
  expect(completeness?.requests).toMatchObject({ unwanted: 5, failed: 0, blocked: 0 });
  expect(blocked.job.warnings).toEqual([]);

  const whole = await convert(`${origin}/shop`);
  expect(hits.get(AD_SCRIPT)).toBe(1);
  const text = (await readPdf(whole.bytes)).map((page) => page.text).join(" ");
  for (const words of ["Words of the page", "Sponsored", "Advert", "Ask us", "cookies"])
    expect(text).toContain(words);
  expect(whole.job.result?.completeness?.requests).not.toHaveProperty("unwanted");
});

test("a banner that loads the page again whenever it is refused is hidden", async () => {
  const { bytes, job } = await convert(`${origin}/stubborn`, { block: ["cookieBanners"] });
  const [sheet] = await readPdf(bytes);
  expect(sheet?.text).toContain("Words of the page");
  expect(sheet?.text).not.toContain("cookies");
  expect(job.warnings).toEqual([]);
});
