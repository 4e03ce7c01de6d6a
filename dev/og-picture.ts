/** `npm run og` makes the picture of link previews, web/public/og.png, with the running service. */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { SERVICE_DESCRIPTION } from "#contract/site-descriptions.ts";
import { ROOT } from "../tools/paths.ts";
import { run } from "../tools/run.ts";
import { readDemo } from "./data/demo.ts";
import { createJob, finishedJob, resultBytes } from "./job-client.ts";

const FONT = "@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2";
/** The size that link previews show without cutting: https://ogp.me and the guides of the large sites. */
const SIZE = { width: 1200, height: 630 };

function page(font: string): string {
  return `<!doctype html><html lang="en"><title>Platen</title><style>
    @font-face { font-family: Sans; font-weight: 400 700; src: url(data:font/woff2;base64,${font}) }
    body { margin: 0; width: 1200px; height: 630px; box-sizing: border-box; padding: 80px 90px; font-family: Sans;
      background: #f5f6f6; color: #14171a; display: flex; flex-direction: column; justify-content: space-between }
    b { font-weight: 600; font-size: 44px; letter-spacing: -0.03em; display: flex; align-items: center; gap: 18px }
    h1 { margin: 0; font-size: 92px; line-height: 1.05; letter-spacing: -0.025em; word-spacing: 0.07em; font-weight: 600 }
    p { margin: 0; font-size: 34px; line-height: 1.35; word-spacing: 0.05em; color: #555d65 }
  </style><b><svg width="60" height="60" viewBox="0 0 24 24" fill="none" stroke="#14171a" stroke-width="2">
    <circle cx="13.5" cy="9.5" r="6.5"/><path d="M7 1v22M3 9.5h5.5M18.5 9.5H23"/>
    <circle cx="13.5" cy="9.5" r="2.25" fill="#00a3d9" stroke="none"/></svg>Platen</b>
  <h1>Any web page to a PDF or a screenshot</h1><p>${SERVICE_DESCRIPTION}</p></html>`;
}

await run(async () => {
  const demo = readDemo();
  if (!demo) throw new Error("No service runs here. Start it first: npm start");
  const font = await readFile(join(ROOT, "node_modules", FONT), "base64");
  const screenshotOptions = { type: "png", fullPage: false, viewport: SIZE };
  const options = { outputType: "screenshot", screenshotOptions };
  const { jobId } = await createJob(demo, { html: page(font), options });
  await writeFile(join(ROOT, "web", "public", "og.png"), await resultBytes(await finishedJob(demo, jobId)));
});
