/** `npm run pictures` makes the landing page's pictures of well-known kinds of pages with the running service. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { readDemo } from "../dev/data/demo.ts";
import { createJob, finishedJob, resultBytes } from "../dev/job-client.ts";
import { ROOT } from "../tools/paths.ts";
import { run } from "../tools/run.ts";
import { KNOWN_PAGES } from "./pages/known.ts";
import { servePages } from "./pages/server.ts";

const FOLDER = join(ROOT, "web", "pages", "landing");
/** Width that most of these pages are made for, with the shape of the picture's place. */
const VIEWPORT = { width: 1120, height: 1400 };
/** Twice the width of the picture's place, for dense screens. */
const WIDTH = 416;

await run(async () => {
  const demo = readDemo();
  if (!demo) throw new Error("No service runs here. Start it first: npm start");
  const site = await servePages();
  try {
    for (const page of KNOWN_PAGES) {
      const screenshotOptions = {
        type: "webp",
        quality: 62,
        fullPage: false,
        viewport: VIEWPORT,
        resize: { width: WIDTH },
      };
      const options = { outputType: "screenshot", screenshotOptions };
      const { jobId } = await createJob(demo, { url: `${site.origin}/known/${page}`, options });
      const bytes = await resultBytes(await finishedJob(demo, jobId));
      await writeFile(join(FOLDER, `known-${page}.webp`), bytes);
      console.log(`known-${page}.webp: ${bytes.length} bytes`);
    }
  } finally {
    await site.close();
  }
});
