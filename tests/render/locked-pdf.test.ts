/**
 * PDFs of other servers that their owner has locked: everybody may read and print them, and nothing else. The files in `locked/`
 * were made with qpdf 11 (`--encrypt "" owner 128 --use-aes=y --modify=none --extract=n` and alike), `password.pdf` with a password.
 */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { getDocument, PermissionFlag, VerbosityLevel } from "pdfjs-dist/legacy/build/pdf.mjs";
import { expect, test } from "vitest";
import { readPdf } from "../stage/read-pdf.ts";
import { convert, endOf, open } from "./convert.ts";

const LOCKS = ["rc4-40", "aes-128", "aes-256"] as const;
const NAMES = [...LOCKS, "password"] as const;

const files = new Map(
  await Promise.all(
    NAMES.map(
      async (name) => [name, await readFile(join(import.meta.dirname, "locked", `${name}.pdf`))] as const,
    ),
  ),
);
const { origin } = await open(
  Object.fromEntries(
    [...files].map(([name, bytes]) => [
      `/${name}.pdf`,
      (_, response) => response.setHeader("content-type", "application/pdf").end(bytes),
    ]),
  ),
);

/** What the PDF allows to those who open it without the owner password. */
async function permissionsOf(bytes: Buffer, password?: string) {
  const task = getDocument({ data: new Uint8Array(bytes), password, verbosity: VerbosityLevel.ERRORS });
  const flags = await (await task.promise).getPermissions();
  await task.destroy();
  const may = (flag: number) => flags?.includes(flag);
  return {
    print: may(PermissionFlag.PRINT),
    copy: may(PermissionFlag.COPY),
    modify: may(PermissionFlag.MODIFY_CONTENTS),
    annotate: may(PermissionFlag.MODIFY_ANNOTATIONS),
  };
}

const LOCKED = { print: true, copy: false, modify: false, annotate: false };

test.for(LOCKS)("a locked PDF (%s) is passed through as it is", async (name) => {
  const { bytes, job } = await convert(`${origin}/${name}.pdf`);
  expect(bytes).toEqual(files.get(name));
  expect(job.result).toMatchObject({ pages: 2, truncated: false });
});

test.for(LOCKS)(
  "the watermark changes a locked PDF (%s), and it stays locked",
  { tags: ["nightly"] },
  async (name) => {
    const { bytes } = await convert(`${origin}/${name}.pdf`, {}, "free");
    expect(await permissionsOf(bytes)).toEqual(LOCKED);
    const [first] = await readPdf(bytes);
    expect(first?.text).toContain("Page One");
    expect(first?.text).toContain("Made with Platen");
  },
);

test("pages of a locked PDF stay locked, and the job's own password and permissions unlock nothing", {
  tags: ["nightly"],
}, async () => {
  const url = `${origin}/aes-256.pdf`;
  const second = await convert(url, { pdfOptions: { pageRanges: "2" } });
  expect(await permissionsOf(second.bytes)).toEqual(LOCKED);
  expect((await readPdf(second.bytes)).map(({ text }) => text)).toEqual(["Page Two"]);
  const shut = await convert(url, { pdfOptions: { password: "own" } });
  expect(await permissionsOf(shut.bytes, "own")).toEqual(LOCKED);
  const wide = await convert(url, { pdfOptions: { ownerPassword: "own", permissions: ["print", "copy"] } });
  expect(await permissionsOf(wide.bytes)).toEqual(LOCKED);
  const narrow = await convert(url, { pdfOptions: { ownerPassword: "own", permissions: ["copy"] } });
  expect(await permissionsOf(narrow.bytes)).toEqual({ ...LOCKED, print: false });
});

test("a PDF that needs a password is unreadable", async () => {
  expect((await endOf(`${origin}/password.pdf`)).error).toMatchObject({ code: "unreadable_pdf" });
});
