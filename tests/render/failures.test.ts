import { expect, test } from "vitest";
import { JOB_ERRORS } from "#contract/errors.ts";
import type { ScreenshotType } from "#contract/job/values.ts";
import { readPdf } from "../stage/read-pdf.ts";
import { convert, endOf, open, withoutHaste } from "./convert.ts";
import { failurePages } from "./failures-pages.ts";
import { html, servePages } from "./pages.ts";
import { printPages } from "./prints-pages.ts";
import { selfSigned } from "./self-signed.ts";

const { origin, hits } = await open(failurePages, printPages);

async function textOf(path: string) {
  const { job, bytes } = await convert(origin + path);
  return { job, bytes, text: (await readPdf(bytes)).map((page) => page.text).join(" ") };
}

const failsAndCostsNothing = async ([, path = "", code, sentence = ""]: string[]) => {
  const job = await endOf(origin + path);
  expect(job).toMatchObject({ status: "failed", result: null, credits: { used: 0 }, error: { code } });
  expect(job.error?.message).toContain(sentence);
  expect(["navigating", "preparing", "capturing"]).toContain(job.error?.stage);
};

test.for([
  ["responds with 404", "/status/404", "http_error", "404"],
  ["responds with 401", "/status/401", "login_required", JOB_ERRORS.login_required.message],
  ["redirects in a loop", "/loop", "redirect_loop", JOB_ERRORS.redirect_loop.message],
  ["is a download", "/download", "not_a_page", JOB_ERRORS.not_a_page.message],
  ["is a video", "/video", "not_a_page", "a video or a sound"],
  ["breaks off", "/breaks-off", "connection_failed", "ended its response"],
  ["leads to a dropped connection", "/to-dropped", "connection_failed", "dropped the connection"],
  ["refreshes to half a page", "/refreshes-to-half", "connection_failed", "ended its response"],
  ["redirects to an app", "/to-app", "target_blocked", JOB_ERRORS.target_blocked.message],
  ["is XHTML with an error", "/half-xhtml", "not_a_page", "XML with an error"],
  ["stays empty", "/empty", "empty_page", JOB_ERRORS.empty_page.message],
  ["has all of it covered by an empty sheet", "/covered", "empty_page", JOB_ERRORS.empty_page.message],
  ["is a damaged PDF", "/damaged.pdf", "unreadable_pdf", JOB_ERRORS.unreadable_pdf.message],
])("a page that %s fails the job and costs nothing", failsAndCostsNothing);

test.for([
  ["responds with 500", "/status/500", "http_error", "500"],
  ["leads to an error page by script", "/to-404", "http_error", "404"],
  ["leads to a login", "/members", "login_required", JOB_ERRORS.login_required.message],
  ["reloads itself without end", "/reloads", "redirect_loop", JOB_ERRORS.redirect_loop.message],
  ["leads to a sound by script", "/to-sound", "not_a_page", "a video or a sound"],
  ["drops the connection", "/dropped", "connection_failed", JOB_ERRORS.connection_failed.message],
  ["breaks off with an error status", "/breaks-off/500", "http_error", "500"],
  ["comes in part", "/part", "connection_failed", "only a part"],
  ["cannot be unpacked", "/not-gzip", "connection_failed", "an invalid response"],
  ["leads there later", "/later-to-dropped", "connection_failed", "dropped the connection"],
  ["has not been modified", "/status/304", "empty_page", JOB_ERRORS.empty_page.message],
  ["is a broken picture", "/broken-picture", "not_a_page", "The image at this address"],
  ["is a picture without a byte", "/empty-picture", "empty_page", JOB_ERRORS.empty_page.message],
  ["is XML without its style", "/xml-without-style", "empty_page", JOB_ERRORS.empty_page.message],
  ["is half of an XML file", "/half-xml", "not_a_page", "XML with an error"],
  ["has no content", "/status/204", "empty_page", JOB_ERRORS.empty_page.message],
  ["shows nothing that can be seen", "/hidden", "empty_page", JOB_ERRORS.empty_page.message],
])("a page that %s fails the job and costs nothing", { tags: ["nightly"] }, failsAndCostsNothing);

// On a busy machine, one of the two pages can stay for long enough to be captured.
test("two pages that lead to each other without a rest fail the job and cost nothing", () =>
  withoutHaste(async () => {
    expect(await endOf(`${origin}/takes-turns`)).toMatchObject({
      status: "failed",
      credits: { used: 0 },
      error: { code: "redirect_loop" },
    });
  }));

test.for(["free", "pro"] as const)(
  "a page that prints as empty sheets fails the job (plan %s)",
  { tags: ["nightly"] },
  async (tier) => {
    const job = await endOf(`${origin}/cleared-for-print`, {}, tier);
    expect(job).toMatchObject({ status: "failed", error: { code: "empty_page", stage: "capturing" } });
  },
);

test("a closed port fails the job with connection_failed", async () => {
  const closed = await servePages([]);
  await closed.close();
  expect(await endOf(closed.origin)).toMatchObject({
    status: "failed",
    error: { code: "connection_failed" },
  });
});

test("a host name that does not exist fails the job with dns_failed", async () => {
  expect(await endOf("http://no-such-name.platen.example.com/")).toMatchObject({
    status: "failed",
    error: { code: "dns_failed" },
  });
});

test("an untrusted certificate and a server without TLS fail the job with tls_failed", async () => {
  const untrusted = await servePages([{ "/": html("Untrusted", "<h1>Not to be read</h1>") }], selfSigned);
  try {
    const messages = [
      [`${untrusted.origin}/`, expect.stringContaining("not from an authority that browsers trust")],
      [origin.replace("http:", "https:"), expect.stringContaining("could not agree on a secure connection")],
    ];
    for (const [url, message] of messages) {
      expect(await endOf(url), url).toMatchObject({
        status: "failed",
        result: null,
        credits: { used: 0 },
        error: { code: "tls_failed", message, stage: "navigating" },
      });
    }
    expect(untrusted.hits.size).toBe(0);
  } finally {
    await untrusted.close();
  }
});

test("a resource behind an untrusted certificate is left out with a warning", async () => {
  const untrusted = await servePages([], selfSigned);
  const page = await servePages([
    { "/": html("Page", `<h1>Words</h1><img src="${untrusted.origin}/x.png">`) },
  ]);
  try {
    const { job } = await convert(`${page.origin}/`);
    expect(job.warnings).toContainEqual(
      expect.objectContaining({ code: "resource_failed", url: `${untrusted.origin}/x.png` }),
    );
  } finally {
    await Promise.all([untrusted.close(), page.close()]);
  }
});

const needsWhatIsSeen = async (type: ScreenshotType) => {
  const options = { outputType: "screenshot", screenshotOptions: { type } } as const;
  const blank = await endOf(`${origin}/white-on-white`, options);
  expect(blank).toMatchObject({ status: "failed", credits: { used: 0 }, error: { code: "empty_page" } });
  expect((await endOf(`${origin}/one-word`, options)).status).toBe("completed");
};

test("a webp of invisible words fails the job, a visible dot is enough to complete it", () =>
  needsWhatIsSeen("webp"));

test.for(["png", "jpeg"] as const)(
  "a %s of invisible words fails the job, a visible dot is enough to complete it",
  { tags: ["nightly"] },
  needsWhatIsSeen,
);

test("a screenshot of a PDF file fails the job", async () => {
  const job = await endOf(`${origin}/sample.pdf`, { outputType: "screenshot" });
  expect(job.error).toMatchObject({ code: "not_a_page" });
});

test.for(["/moved", "/by-script", "/by-refresh"])(
  "the redirect %s is followed",
  { tags: ["nightly"] },
  async (path) => {
    expect((await textOf(path)).text).toContain("The end of a redirect");
  },
);

test("a page whose part is all of it is captured", { tags: ["nightly"] }, async () => {
  expect((await textOf("/part-that-is-all")).job.warnings).toEqual([]);
});

test.for(["/breaks-off", "/half-xml", "/part"])(
  "%s is captured with bestAttempt, and a warning",
  { tags: ["nightly"] },
  async (path) => {
    const { job } = await convert(origin + path, { bestAttempt: true });
    expect(job.warnings).toEqual([expect.objectContaining({ code: "page_partial" })]);
  },
);

test.for([
  ["an app", "/to-app-by-script"],
  ["a download", "/to-download-by-script"],
] as const)("a page that opens %s while it loads is captured with a warning", async ([, path]) => {
  const { job, text } = await textOf(path);
  expect(text).toContain("Words before");
  expect(job.warnings).toEqual([expect.objectContaining({ code: "page_stopped" })]);
});

test.for([
  ["after its end", "/stops-at-end", []],
  ["while a picture is loaded", "/stops-picture", ["page_stopped"]],
  ["half way", "/stops-half-way", ["page_stopped"]],
] as const)("a page that stops itself %s has a warning if something is missing", async ([, path, codes]) => {
  expect((await textOf(path)).job.warnings.map(({ code }) => code)).toEqual(codes);
});

test("what has arrived and cannot be used has a warning", { tags: ["nightly"] }, async () => {
  const { job } = await convert(`${origin}/unusable`);
  const failed = job.warnings.map(({ code, url = "" }) => `${code} ${url.replace(origin, "")}`);
  expect(failed.sort()).toEqual([
    "resource_failed /half.js",
    "resource_failed /not-a-picture",
    "resource_failed /not-a-picture?framed",
    "resource_failed /plain.css",
    "resource_failed /strict.css",
    "resource_failed /strict.js",
  ]);
  expect(await endOf(`${origin}/unusable`, { failOn: ["resources"] })).toMatchObject({
    status: "failed",
    credits: { used: 0 },
    error: { code: "resource_failed" },
  });
});

test("a font without an address is no failure", async () => {
  expect((await convert(`${origin}/empty-font`, { failOn: ["resources"] })).job.warnings).toEqual([]);
});

test("a style sheet that is left out has one warning", { tags: ["nightly"] }, async () => {
  const { job } = await convert(`${origin}/without-its-sheet`);
  expect(job.warnings.map(({ code }) => code)).toEqual(["resource_slow"]);
});

test("a style sheet of another type is used in quirks mode, without a warning", async () => {
  expect((await convert(`${origin}/without-doctype`)).job.warnings).toEqual([]);
});

test("a login page is captured when its own address is the target", async () => {
  expect((await textOf("/login")).text).toContain("Sign in");
});

test.for(["/bot-check/passes/200", "/bot-check/passes/403"])(
  "the capture waits for a bot check that passes by itself: %s",
  { tags: ["nightly"] },
  async (path) => {
    expect((await textOf(path)).text).toContain("Past the bot check");
  },
);

test("dialogs, pop-ups, downloads and print() do not stop a page", async () => {
  const { text, job } = await textOf("/dialogs");
  expect(text).toContain("Past all dialogs");
  expect(hits.get("/static")).toBeUndefined();
  expect(job.status).toBe("completed");
});
