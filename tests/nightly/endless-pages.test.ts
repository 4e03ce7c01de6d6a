/** Pages that send or ask for more than the limits: they are cut with a warning. */
import { expect, test, vi } from "vitest";
import { LIMITS } from "#contract/limits.ts";
import { convert, open, withoutHaste } from "../render/convert.ts";
import { html, type Responder } from "../render/pages.ts";
import { readPdf } from "../stage/read-pdf.ts";

vi.setConfig({ testTimeout: LIMITS.renderBudgetMs * 4 });

/** An image of 100 MB. */
const hugeImage: Responder = (_, response) => {
  let left = 100;
  const part = Buffer.alloc(1_000_000, 0x55);
  response.setHeader("content-type", "image/jpeg").write(Buffer.from([0xff, 0xd8, 0xff, 0xe0]));
  const more = () => {
    while (!response.destroyed && left > 0) {
      left -= 1;
      if (!response.write(part)) return;
    }
    response.end();
  };
  response.on("drain", more);
  more();
};

const endless: Responder = (_, response) => {
  response.setHeader("content-type", "text/html");
  response.write("<!doctype html><title>Endless</title><h1>The beginning</h1>");
  const more = () => {
    while (!response.destroyed && response.write(`<p>${"more and more ".repeat(500)}</p>`));
  };
  response.on("drain", more);
  more();
};

const { origin, hits } = await open({
  "/greedy": html(
    "Greedy",
    "<h1>Words</h1><script>for (let i = 0; i < 5300; i++) fetch('/asked?' + i).catch(() => {})</script>",
  ),
  "/drawing": html(
    "Drawing",
    `<h1>Words</h1><script>
      const draw = () => {
        for (const end = performance.now() + 200; performance.now() < end; );
        document.body.append(document.createElement("hr"));
        setTimeout(draw, 10);
      };
      setTimeout(draw, 10);
    </script>`,
  ),
  "/asked": (_, response) => response.end("here"),
  "/endless": endless,
  "/huge/image": hugeImage,
  "/huge": html("Huge", "<h1>Beside a huge image</h1><img src='/huge/image'>"),
});

async function textOf(path: string) {
  const { job, bytes } = await convert(origin + path);
  return { job, text: (await readPdf(bytes)).map((page) => page.text).join(" ") };
}

test("the requests of a page above the limit are left out with a warning", async () => {
  const { job } = await convert(`${origin}/greedy`);
  expect(job.warnings).toContainEqual(expect.objectContaining({ code: "page_cut" }));
  expect(hits.get("/asked")).toBeLessThan(LIMITS.pageRequests);
});

test("a page that its scripts never stop drawing is printed as it is then, with a warning", async () => {
  const { text, job } = await textOf("/drawing");
  expect(text).toBe("Words");
  expect(job.warnings).toEqual([expect.objectContaining({ code: "still_working" })]);
});

test("a document without end is cut with a warning", () =>
  withoutHaste(async () => {
    const { text, job } = await textOf("/endless");
    expect(text).toContain("The beginning");
    expect(job.result).toMatchObject({ truncated: true });
    expect(job.warnings.map(({ code }) => code)).toContainEqual(
      expect.stringMatching(/page_cut|resource_slow/),
    );
  }));

test("a page with an image of 100 MB completes", async () => {
  expect((await textOf("/huge")).text).toContain("Beside a huge image");
});
