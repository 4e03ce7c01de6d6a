/** Files of test keys: every one is marked, whatever the page does. */
import { PDFDocument } from "@cantoo/pdf-lib";
import sharp, { type Region } from "sharp";
import { expect, test } from "vitest";
import { z } from "zod";
import type { JobRequestInput } from "#contract/job/request.ts";
import { createJob, finishedJob, resultBytes } from "../../dev/job-client.ts";
import { openBrowser } from "../stage/browser.ts";
import { readPdf } from "../stage/read-pdf.ts";
import { newAccount } from "../stage/service.ts";
import { open } from "./convert.ts";
import { html } from "./pages.ts";

const HEIGHT = 6_000;

/** A page that removes what is added to it, and whose styles hide what they can. */
const page = html(
  "Report",
  `<h1>Report</h1><p>${"All is well. ".repeat(400)}</p>
  <style>body { margin: 0; min-height: ${HEIGHT}px } html::after { display: none !important }
    [popover], html > div { display: none !important; opacity: 0 !important }</style>
  <script>new MutationObserver((changes) => {
    for (const { addedNodes } of changes) for (const node of addedNodes) node.remove();
  }).observe(document.documentElement, { childList: true })</script>`,
);

const document = await PDFDocument.create();
document.addPage([400, 300]);
const foreign = Buffer.from(await document.save());

const { origin } = await open({
  "/report": page,
  "/file.pdf": (_, response) => response.setHeader("content-type", "application/pdf").end(foreign),
});

const Session = z.object({ token: z.string() });
const Created = z.object({ key: z.string() });

async function testCaller() {
  const { email, password, baseUrl } = await newAccount("starter");
  const send = async (path: string, body: object, token = "") => {
    const headers = {
      "content-type": "application/json",
      ...(token && { authorization: `Bearer ${token}` }),
    };
    const response = await fetch(`${baseUrl}/api/v1${path}`, {
      method: "POST",
      headers,
      body: JSON.stringify(body),
    });
    return response.json();
  };
  const { token } = Session.parse(await send("/auth/login", { email, password }));
  const wanted = { name: "CI", mode: "test", scopes: ["read", "render"] };
  const { key } = Created.parse(await send("/user/api-keys", wanted, token));
  return { baseUrl, apiKey: key };
}

const caller = await testCaller();

async function convert(path: string, options: JobRequestInput["options"]) {
  const { jobId } = await createJob(caller, { url: origin + path, options });
  const job = await finishedJob(caller, jobId);
  expect(job, JSON.stringify(job.error)).toMatchObject({
    status: "completed",
    test: true,
    credits: { used: 0 },
  });
  return resultBytes(job);
}

/** The share of red px in a part of the picture. The pages have none. */
async function redness(picture: Uint8Array, part?: Region): Promise<number> {
  const image = part ? sharp(picture).extract(part) : sharp(picture);
  const colors = await image.removeAlpha().raw().toBuffer();
  let red = 0;
  for (let at = 0; at < colors.length; at += 3) {
    if ((colors[at] ?? 0) - (colors[at + 1] ?? 0) > 40) red += 1;
  }
  return red / (colors.length / 3);
}

test("each page of a PDF is marked, also of a PDF that is passed through", async () => {
  const printed = await readPdf(await convert("/report", { pdfOptions: { pageRanges: "1-3" } }));
  expect(printed).toHaveLength(3);
  const passed = await readPdf(await convert("/file.pdf", {}));
  for (const { text } of [...printed, ...passed]) expect(text).toContain("TEST");
});

test("a screenshot is marked from its top to its end, and so is a small part or a smaller image", {
  tags: ["nightly"],
}, async () => {
  const screenshotOptions = { type: "png", viewport: { width: 800, height: 600 } } as const;
  const tall = await convert("/report", { outputType: "screenshot", screenshotOptions });
  const { height = 0 } = await sharp(tall).metadata();
  expect(height).toBeGreaterThanOrEqual(HEIGHT);
  for (const top of [0, height - 600]) {
    expect(await redness(tall, { left: 0, top, width: 800, height: 600 })).toBeGreaterThan(0.01);
  }
  const clip = { x: 100, y: 2_000, width: 60, height: 40 };
  const part = await convert("/report", {
    outputType: "screenshot",
    screenshotOptions: { ...screenshotOptions, type: "jpeg", clip },
  });
  expect(await redness(part)).toBeGreaterThan(0.01);
  const window = await convert("/report", {
    outputType: "screenshot",
    screenshotOptions: { ...screenshotOptions, type: "webp", fullPage: false, resize: { width: 400 } },
  });
  expect(await redness(window)).toBeGreaterThan(0.01);
});

test("an HTML file shows the mark, and Markdown begins with it", async () => {
  const file = await convert("/report", { outputType: "html" });
  const browser = await openBrowser();
  const shown = await browser.newPage();
  await shown.setContent(file.toString());
  expect(await redness(await shown.screenshot())).toBeGreaterThan(0.01);
  const markdown = await convert("/report", { outputType: "markdown" });
  expect(markdown.toString()).toMatch(/^\*\*TEST\*\*\n\n# Report/);
});
