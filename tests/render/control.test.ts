import { expect, test } from "vitest";
import { readPdf } from "../stage/read-pdf.ts";
import { controlPages, TARGET } from "./control-pages.ts";
import { convert, endOf, open } from "./convert.ts";
import { readPicture } from "./pixels.ts";

const { origin } = await open(controlPages);
const WHITE = [255, 255, 255];

async function textOf(...[path, options]: Parameters<typeof convert>) {
  const { job, bytes } = await convert(origin + path, options);
  return { job, text: (await readPdf(bytes)).map((page) => page.text).join(" ") };
}

test("styles, scripts and a function to wait for work under a strict content security policy", async () => {
  const { text } = await textOf("/strict", {
    css: "h1::after { content: ' and styled words' }",
    js: "document.body.append('Scripted words'); globalThis.finished = true",
    waitFor: { function: "finished" },
  });
  expect(text).toContain("Own words and styled words");
  expect(text).toContain("Scripted words");
});

test("a click may lead to another page, in which the next click and script take place", async () => {
  const { text } = await textOf("/first", {
    click: [{ selector: "#on" }, { selector: "#open" }],
    js: ["document.body.append(document.title)", "location.hash = 'here'"],
  });
  for (const words of ["Fetched words", "Opened words", "Second"]) expect(text).toContain(words);
});

test("a script may lead to another page, in which the next script takes place", {
  tags: ["nightly"],
}, async () => {
  const { text } = await textOf("/no-faults", {
    js: ["location.href = '/first'", "document.body.append('Scripted')"],
  });
  expect(text).toContain("First page");
  expect(text).toContain("Scripted");
});

test("a screenshot of the window shows the place that scrollTo or the address names, one of the whole page its top", {
  tags: ["nightly"],
}, async () => {
  const top = async (
    path: string,
    fullPage: boolean,
    place?: { scrollTo: string; formFactor?: "mobile" },
  ) => {
    const screenshotOptions = { fullPage, viewport: { width: 400, height: 300 } };
    const options = { outputType: "screenshot", screenshotOptions, ...place } as const;
    return (await readPicture((await convert(origin + path, options)).bytes)).at(200, 5);
  };
  expect(await top("/controlled", false, { scrollTo: "#target" })).toEqual(TARGET);
  expect(await top("/controlled", false, { scrollTo: "4000", formFactor: "mobile" })).toEqual(TARGET);
  expect(await top("/controlled#target", false)).toEqual(TARGET);
  expect(await top("/controlled", true, { scrollTo: "#target" })).toEqual(WHITE);
});

test("waitFor load waits for a resource that is otherwise left out", async () => {
  const { job } = await textOf("/slow-picture", { waitFor: { event: "load" } });
  expect(job.result?.completeness?.images).toEqual({ total: 1, loaded: 1 });
  expect(job.warnings).toEqual([]);
});

test.for([
  ["http", "/frame-404", "http_error", "/missing"],
  ["resources", "/image-404", "resource_failed", "/missing.png"],
  ["data", "/data-404", "data_failed", "status 404: "],
  ["console", "/logs-error", "console_error", "first 1"],
  ["console", "/throws", "console_error", "RangeError: thrown"],
  ["console", "/rejects", "console_error", "Error: rejected"],
] as const)("failOn %s: the page %s fails the job with %s", async ([failOn, path, code, words]) => {
  const job = await endOf(origin + path, { failOn: [failOn] });
  expect(job.error).toMatchObject({ code, message: expect.stringContaining(words) });
  expect(job.credits).toMatchObject({ used: 0 });
});

test("failOn lets a page without faults pass, and is not set by default", async () => {
  const { text } = await textOf("/no-faults", { failOn: ["http", "resources", "data", "console"] });
  expect(text).toContain("All is well");
  expect((await endOf(`${origin}/throws`)).status).toBe("completed");
});
