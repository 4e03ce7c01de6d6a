import { expect, test } from "vitest";
import { PDF_HEADER, type PdfResult } from "#contract/pdf-file.ts";
import { Budget } from "../fault/budget.ts";
import { type PdfService, rewriteForeign } from "./foreign-pdf.ts";

const FILE = new TextEncoder().encode("a file");
const MARKED = new TextEncoder().encode("a marked file");
const WANTED = { cap: 5, watermark: true, grayscale: false };

function respond(facts: PdfResult, body: Uint8Array | null = null): Response {
  return new Response(body, { headers: { [PDF_HEADER]: JSON.stringify(facts) } });
}

/** Responds by the given functions, one for each call. */
function service(...responses: (() => Promise<Response>)[]) {
  const calls = { count: 0 };
  const fetch: PdfService["fetch"] = async () => {
    const next = responses[calls.count];
    calls.count += 1;
    if (!next) throw new Error("There was one call too many.");
    return next();
  };
  return { calls, fetch };
}

const dies = async () => {
  throw new Error("Worker exceeded memory limit.");
};
const diesWhileItResponds = async () => {
  const body = new ReadableStream({
    pull: (controller) => controller.error(new Error("The Worker was lost.")),
  });
  const facts: PdfResult = { pages: 1, truncated: false, isChanged: true };
  return new Response(body, { headers: { [PDF_HEADER]: JSON.stringify(facts) } });
};
const marks = async () => respond({ pages: 2, truncated: true, isChanged: true }, MARKED);
const BUDGET = () => new Budget(30_000);

test("a changed file comes back with its facts", async () => {
  const result = await rewriteForeign(service(marks), FILE, WANTED, BUDGET());
  expect(result).toEqual({ bytes: MARKED, pages: 2, truncated: true });
});

test("an unchanged file is not sent back", async () => {
  const keeps = service(async () => respond({ pages: 1, truncated: false, isChanged: false }));
  expect((await rewriteForeign(keeps, FILE, WANTED, BUDGET())).bytes).toBe(FILE);
});

test.for([
  ["dies", dies],
  ["dies while it responds", diesWhileItResponds],
] as const)("if the Worker %s once, the file gets another try", async ([, fault]) => {
  const result = await rewriteForeign(service(fault, marks), FILE, WANTED, BUDGET());
  expect(result.pages).toBe(2);
});

test("a file on which the Worker dies twice is unreadable, and is not tried again", async () => {
  const dying = service(dies, dies);
  const rewriting = rewriteForeign(dying, FILE, WANTED, BUDGET());
  await expect(rewriting).rejects.toMatchObject({ code: "unreadable_pdf" });
  expect(dying.calls.count).toBe(2);
});

test("a file on which the Worker hangs took too long, and the next file gets its turn", async () => {
  const hangs = service(() => new Promise(() => {}));
  const hanging = rewriteForeign(hangs, FILE, WANTED, new Budget(2_500));
  const next = rewriteForeign(service(marks), FILE, WANTED, BUDGET());
  await expect(hanging).rejects.toMatchObject({
    code: "page_timeout",
    message: "The PDF took too long to read.",
  });
  expect(hangs.calls.count).toBe(1);
  expect((await next).bytes).toEqual(MARKED);
});

test.for(["unreadable_pdf", "result_too_large"] as const)(
  "a file that the Worker calls %s is not tried again",
  async (code) => {
    const refuses = service(async () => respond({ code }));
    await expect(rewriteForeign(refuses, FILE, WANTED, BUDGET())).rejects.toMatchObject({ code });
    expect(refuses.calls.count).toBe(1);
  },
);
