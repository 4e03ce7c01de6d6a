import { imageSize } from "image-size";
import { expect, test } from "vitest";
import type { JobRequestInput } from "#contract/job/request.ts";
import { MOBILE_PIXEL_RATIO, PAPER_INCHES, VIEWPORTS } from "#contract/job/values.ts";
import { createJob, finishedJob, resultBytes } from "../dev/job-client.ts";
import { readPdf } from "./stage/read-pdf.ts";
import { newAccount, pages } from "./stage/service.ts";

const ARTICLE = `${pages}/article.html`;
const POINTS_PER_INCH = 72;

async function convert(options: JobRequestInput["options"], url = ARTICLE) {
  const account = await newAccount();
  const { jobId } = await createJob(account, { url, options });
  const job = await finishedJob(account, jobId);
  expect(job.error).toBeNull();
  return { job, bytes: await resultBytes(job) };
}

test("a page becomes an A4 PDF with its text", async () => {
  const { job, bytes } = await convert({});
  const [first, ...rest] = await readPdf(bytes);
  expect(first?.text).toContain("How a page becomes a file");
  // Chromium rounds the paper size to whole device pixels, which is off by up to 1 pt.
  expect(Math.abs((first?.width ?? 0) - PAPER_INCHES.A4.width * POINTS_PER_INCH)).toBeLessThan(1);
  expect(Math.abs((first?.height ?? 0) - PAPER_INCHES.A4.height * POINTS_PER_INCH)).toBeLessThan(1);
  expect(rest.at(-1)?.text).toContain("The last line of the article.");
  expect(job.result).toMatchObject({ contentType: "application/pdf", bytes: bytes.length });
});

test("the PDF has the requested paper format", async () => {
  const { bytes } = await convert({ pdfOptions: { format: "Letter", margin: { left: "1in" } } });
  const [first] = await readPdf(bytes);
  expect(first).toMatchObject({ width: 612, height: 792 });
});

test.for(["png", "jpeg", "webp"] as const)(
  "a %s screenshot shows the whole height of the page",
  async (type) => {
    const { bytes, job } = await convert({ outputType: "screenshot", screenshotOptions: { type } });
    const size = imageSize(bytes);
    expect(size).toMatchObject({ type: type === "jpeg" ? "jpg" : type, width: VIEWPORTS.desktop.width });
    expect(size.height).toBeGreaterThan(3_000);
    expect(job.result?.contentType).toBe(`image/${type}`);
  },
);

test("without fullPage the screenshot has the size of the viewport", async () => {
  const viewport = { width: 800, height: 600 };
  const { bytes } = await convert({
    outputType: "screenshot",
    screenshotOptions: { fullPage: false, viewport },
  });
  expect(imageSize(bytes)).toEqual({ type: "png", ...viewport });
});

test("redirects are followed", async () => {
  const { bytes } = await convert({}, `${pages}/moved`);
  const [first] = await readPdf(bytes);
  expect(first?.text).toContain("How a page becomes a file");
});

test("with responseType buffer, the job contains the file as base64", async () => {
  const account = await newAccount();
  const { jobId } = await createJob(account, { url: ARTICLE, options: { responseType: "buffer" } });
  const { result } = await finishedJob(account, jobId);
  if (result?.type !== "buffer" || result.data === null) throw new Error("No bytes came with the job.");
  expect(await readPdf(Buffer.from(result.data, "base64"))).not.toHaveLength(0);
});

test("deleting a finished job deletes its file", async () => {
  const { baseUrl, apiKey } = await newAccount();
  const { jobId } = await createJob({ baseUrl, apiKey }, { url: ARTICLE });
  const job = await finishedJob({ baseUrl, apiKey }, jobId);
  await resultBytes(job);
  const response = await fetch(`${baseUrl}/api/v1/jobs/${jobId}`, {
    method: "DELETE",
    headers: { "x-api-key": apiKey },
  });
  expect(response.ok).toBe(true);
  await expect(resultBytes(job)).rejects.toMatchObject({
    status: expect.toSatisfy((code) => [404, 410].includes(code)),
  });
});

test("a mobile screenshot has the width of a phone in device pixels", async () => {
  const { bytes } = await convert({ outputType: "screenshot", formFactor: "mobile" });
  expect(imageSize(bytes).width).toBe(VIEWPORTS.mobile.width * MOBILE_PIXEL_RATIO);
});
