/** Cases in which full Chromium behaves unlike the headless shell, which renders all other tests. */
import { afterAll, expect, test } from "vitest";
import type { JobRequestInput } from "#contract/job/request.ts";
import { findInstalledChrome } from "../../dev/browser/installed.ts";
import { createJob, finishedJob, resultBytes } from "../../dev/job-client.ts";
import { open, withoutHaste } from "../render/convert.ts";
import { CANVAS_COLOR, DRAWN, FRAME_COLOR, framePages } from "../render/frames-pages.ts";
import { fillsOf } from "../render/ink.ts";
import { readPicture } from "../render/pixels.ts";
import { OwnService } from "../stage/own-service.ts";
import { readPdf } from "../stage/read-pdf.ts";

const chrome = findInstalledChrome();

if (chrome === null) {
  console.warn("SKIPPED: full Chromium is not installed on this machine.");
  test.skip("full Chromium is not installed on this machine");
} else {
  const service = await OwnService.start("full-chromium", "start", {
    CHROME_PATH: chrome,
    PLATEN_CACHE: ".wrangler/full-chromium/cache",
  });
  afterAll(() => service.killAll());
  const apiKeys = service.accounts(4);
  const { origin } = await open(framePages);
  let jobs = 0;

  async function convert(path: string, options: JobRequestInput["options"] = {}) {
    const apiKey = apiKeys[jobs % apiKeys.length] ?? "";
    jobs += 1;
    const account = { baseUrl: service.baseUrl, apiKey };
    const { jobId } = await createJob(account, { url: origin + path, options });
    const job = await finishedJob(account, jobId);
    if (job.error) throw new Error(job.error.message);
    return { job, bytes: await resultBytes(job) };
  }

  test("full Chromium prints frames of another site, with their backgrounds", () =>
    withoutHaste(async () => {
      const { bytes } = await convert("/drawn/below");
      const text = (await readPdf(bytes)).map((page) => page.text).join(" ");
      for (const [words] of Object.values(DRAWN)) expect(text.split(`by ${words}`), words).toHaveLength(3);
      expect(await fillsOf((await convert("/colored")).bytes)).toContain(FRAME_COLOR);
    }));

  test("full Chromium's screenshots show frames of another site below the first screen", () =>
    withoutHaste(async () => {
      const picture = await readPicture(
        (await convert("/colored/below", { outputType: "screenshot" })).bytes,
      );
      for (const color of [FRAME_COLOR, CANVAS_COLOR]) expect(picture.has(color), color).toBe(true);
    }));

  test("in full Chromium, a PDF is passed through and an embedded PDF is a warning, without traces of the viewer", () =>
    withoutHaste(async () => {
      expect((await convert("/with/sample.pdf")).job.warnings).toEqual([
        expect.objectContaining({ code: "frame_left_out", message: expect.stringContaining("PDF") }),
      ]);
      expect((await readPdf((await convert("/sample.pdf")).bytes))[0]?.text).toContain("Ready-made page 1");
    }));
}
