import { imageSize } from "image-size";
import { expect, test } from "vitest";
import { FIELDS } from "#contract/job/fields.ts";
import { createJob } from "../../../dev/job-client.ts";
import { newAccount } from "../../stage/service.ts";
import { convert, endOf, withoutHaste } from "../convert.ts";
import { PAGE_ROWS } from "./page-rows.ts";
import { PDF_ROWS } from "./pdf-rows.ts";
import type { Nested, Row } from "./row.ts";
import { SCREENSHOT_ROWS } from "./screenshot-rows.ts";
import { hits, origin } from "./served.ts";

const ROWS = [...PAGE_ROWS, ...PDF_ROWS, ...SCREENSHOT_ROWS];

/** A copy of the options with `value` at the dotted path. */
function put(options: Nested, path: string, value: unknown): Record<string, unknown> {
  const [name = "", ...rest] = path.split(".");
  const inner = options[name];
  if (rest.length === 0) return { ...options, [name]: value };
  const group = typeof inner === "object" && !Array.isArray(inner) ? inner : {};
  return { ...options, [name]: put(group, rest.join("."), value) };
}

const hasItsEffect = async (row: Row) => {
  await withoutHaste(async () => {
    await row.effect(await convert(origin + row.page, put(row.with ?? {}, row.option, row.accepted)));
  });
  const account = await newAccount();
  const body = { url: origin + row.page, options: put(row.with ?? {}, row.option, row.refused) };
  await expect(createJob(account, body)).rejects.toMatchObject({ status: 400, code: "invalid_request" });
};

test.concurrent.for(ROWS.filter(({ nightly }) => !nightly))(
  "$option: $accepted has its effect in the file, $refused is refused",
  hasItsEffect,
);

test.concurrent.for(ROWS.filter(({ nightly }) => nightly))(
  "$option: $accepted has its effect in the file, $refused is refused",
  { tags: ["nightly"] },
  hasItsEffect,
);

test("frames of other sites see the same user, and run no scripts without javascript", async () => {
  await convert(`${origin}/around`, { locale: "de", javascript: false });
  expect(hits.get("/language/de")).toBeUndefined();
  await convert(`${origin}/around`, { locale: "de" });
  expect(hits.get("/language/de")).toBe(1);
});

test("a screenshot with the media print shows the styles for paper", async () => {
  const { bytes } = await convert(`${origin}/paper`, { outputType: "screenshot", media: "print" });
  expect(imageSize(bytes).height).toBe(3000);
});

test("a thumbnail is not larger than the resized image", async () => {
  const screenshotOptions = { resize: { width: 100 }, thumbnail: 240 };
  const { bytes, job } = await convert(`${origin}/tall/3000`, {
    outputType: "screenshot",
    screenshotOptions,
  });
  expect(imageSize(bytes)).toMatchObject({ width: 100 });
  const thumbnail = await (await fetch(job.result?.thumbnailUrl ?? "")).arrayBuffer();
  expect(imageSize(Buffer.from(thumbnail))).toMatchObject({ width: 100 });
});

test("every option except responseType has a row in this table", () => {
  expect([...ROWS.map(({ option }) => option), "responseType"].sort()).toEqual(
    FIELDS.map(({ path }) => path).sort(),
  );
});

test("responseType: buffer puts the file into the job, stream is refused", async () => {
  const job = await endOf(`${origin}/full`, { responseType: "buffer" });
  expect(job.result).toMatchObject({ type: "buffer", contentType: "application/pdf" });
  const body = { url: `${origin}/full`, options: { responseType: "stream" } };
  await expect(createJob(await newAccount(), body)).rejects.toMatchObject({ code: "invalid_request" });
});
