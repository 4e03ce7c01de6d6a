import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { imageSize } from "image-size";
import { afterAll, expect, test } from "vitest";
import { z } from "zod";
import { JOB_ERRORS } from "#contract/errors.ts";
import { createJob } from "../../dev/job-client.ts";
import { npmRun } from "../stage/command.ts";
import { readPdf } from "../stage/read-pdf.ts";
import { baseUrl, pages } from "../stage/service.ts";

const folder = await mkdtemp(join(tmpdir(), "platen-"));
afterAll(() => rm(folder, { recursive: true }));

test("convert writes the PDF and prints the time of each phase", async () => {
  const file = join(folder, "article.pdf");
  const { code, stdout } = await npmRun("convert", [`${pages}/article.html`, file, "--format", "Letter"]);
  expect(code).toBe(0);
  const [first] = await readPdf(await readFile(file));
  expect(first).toMatchObject({ width: 612, height: 792 });
  expect(stdout).toMatch(
    /create +\d+ ms(?:.|\n)*render +\d+ ms(?:.|\n)*download +\d+ ms(?:.|\n)*total +\d+ ms/,
  );
});

test("convert takes a screenshot with the given options", async () => {
  const file = join(folder, "article.jpg");
  const shot = ["--screenshot", "--type", "jpeg", "--full-page=false", "--viewport", "640x480"];
  expect(await npmRun("convert", [`${pages}/article.html`, file, ...shot])).toMatchObject({ code: 0 });
  expect(imageSize(await readFile(file))).toEqual({ type: "jpg", width: 640, height: 480 });
});

test("convert exits with 1 and prints the error code when the page fails", async () => {
  const { code, stderr } = await npmRun("convert", [`${pages}/status/404`]);
  expect(code).toBe(1);
  expect(stderr).toContain("http_error");
  expect(stderr).toContain(JOB_ERRORS.http_error.advice);
});

test("convert names the option that the API refuses", async () => {
  const { code, stderr } = await npmRun("convert", [`${pages}/article.html`, "--margin", "2em"]);
  expect(code).toBe(1);
  expect(stderr).toContain("options.pdfOptions.margin.top");
});

test("accounts prints verified accounts whose keys work", async () => {
  const { code, stdout } = await npmRun("accounts", ["--count", "3", "--tier", "free"]);
  expect(code).toBe(0);
  const Line = z.object({
    email: z.email(),
    password: z.string(),
    apiKey: z.string(),
    publicKey: z.string(),
  });
  const accounts = stdout
    .trim()
    .split("\n")
    .map((line) => Line.parse(JSON.parse(line)));
  expect(accounts).toHaveLength(3);
  for (const { apiKey } of accounts) {
    const { credits } = await createJob({ baseUrl, apiKey }, { url: `${pages}/article.html` });
    expect(credits).toMatchObject({ used: 1 });
  }
});

test("accounts explains in one sentence that a tier does not exist", async () => {
  const { code, stderr } = await npmRun("accounts", ["--tier", "gold"]);
  expect(code).toBe(1);
  expect(stderr).toMatch(/--tier: .*"free"\|"starter"\|"pro"/);
});
