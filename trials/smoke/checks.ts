/** What the smoke test checks, in order. Each check returns what it has seen, or throws a sentence. */
import { imageSize } from "image-size";
import { z } from "zod";
import { CheckoutResponse } from "#contract/account/billing.ts";
import { Health } from "#contract/health.ts";
import type { JobView } from "#contract/job/view.ts";
import { WIDGET_API, WIDGET_PATH } from "#contract/widget/embed.ts";
import { Refused } from "../../dev/job-client.ts";
import type { SmokeAccount } from "./account.ts";
import { browserPage, EMULATED, REPORT_MADE, readReport } from "./browser-page.ts";
import { read, request, resultOf, runJob } from "./client.ts";

/** Higher than the largest texture of Chromium, 16,384 px. At the width of 200 px, the picture is made of two captures. */
const TALL_PX = 20_000;
const CAPTURES = 2;
/** In a message of the browser, bytes are Base64. */
const BASE64 = 4 / 3;

const Document = z.object({ servers: z.tuple([z.object({ url: z.string() })]) });

export interface Seen {
  detail: string;
  /** Times of the phases in the renderer, in ms. */
  phases?: Record<string, number>;
}

export interface Subject {
  /** The service's own origin. */
  origin: string;
  /** A public page to render. */
  page: string;
}

/** The service has not what the check needs. */
export class Skipped extends Error {}

async function runOwnJob(account: SmokeAccount, body: unknown): Promise<JobView> {
  const { api, key: headers } = account;
  return runJob({ url: `${api}/jobs`, headers, body }, ({ jobId }) => ({
    url: `${api}/jobs/${jobId}`,
    headers,
  }));
}

/** The code of a refused request; "accepted" if it is not refused. */
async function refusalOf(response: Promise<Response>): Promise<string> {
  try {
    await (await response).body?.cancel();
    return "accepted";
  } catch (error) {
    if (error instanceof Refused) return error.code;
    throw error;
  }
}

async function health({ origin }: Subject): Promise<Seen> {
  const { parts, reason } = await read(`${origin}/api/v1/health`, Health);
  const bad = Object.entries(parts).filter(([, state]) => state !== "ok");
  if (bad.length > 0)
    throw new Error(`${bad.map((part) => part.join(" is ")).join(", ")}${reason ? ` (${reason})` : ""}`);
  return { detail: `${Object.keys(parts).join(", ")} ok` };
}

async function site({ origin }: Subject): Promise<Seen> {
  const page = await request(origin);
  if (!page.headers.has("content-security-policy"))
    throw new Error("The site has no Content-Security-Policy.");
  const html = await page.text();
  if (!html.includes("<title>")) throw new Error("The site returned no document.");
  return { detail: `${(html.length / 1_000).toFixed(0)} kB` };
}

async function pdf({ page }: Subject, account: SmokeAccount): Promise<Seen> {
  const job = await runOwnJob(account, { url: page });
  const bytes = await resultOf(job);
  if (bytes.subarray(0, 5).toString() !== "%PDF-") throw new Error("The result is not a PDF.");
  return {
    detail: `${job.result?.pages} pages, ${(bytes.length / 1_000).toFixed(0)} kB`,
    phases: job.timings,
  };
}

/** Noise, which cannot be compressed: the browser's messages are as large as they get. */
async function tallScreenshot(_: Subject, account: SmokeAccount): Promise<Seen> {
  const html = `<!doctype html><body style="margin:0"><svg style="display:block" width="200" height="${TALL_PX}">
    <filter id="noise" x="0" y="0" width="1" height="1"><feTurbulence baseFrequency="0.9" numOctaves="1"/></filter>
    <rect width="200" height="${TALL_PX}" filter="url(#noise)"/></svg>`;
  const options = { outputType: "screenshot", screenshotOptions: { viewport: { width: 200, height: 600 } } };
  const job = await runOwnJob(account, { html, options });
  const bytes = await resultOf(job);
  const { width, height } = imageSize(bytes);
  if (height !== TALL_PX) throw new Error(`The picture is ${height} px high instead of ${TALL_PX}.`);
  const message = (bytes.length / CAPTURES) * BASE64;
  return {
    detail: `${width} × ${height} px; a message of the browser of at least ${(message / 1_000_000).toFixed(1)} MB`,
    phases: job.timings,
  };
}

/** An address of the service's own API, as the service knows it. The guard must refuse it everywhere. */
async function ownAddress(origin: string): Promise<string> {
  const { servers } = await read(`${origin}/api/v1/openapi.json`, Document);
  return `${servers[0].url}/api/v1/health`;
}

async function blockedTarget({ origin }: Subject, account: SmokeAccount): Promise<Seen> {
  const refused = [await ownAddress(origin)];
  // A local service may render private addresses.
  if (new URL(origin).protocol === "https:") refused.push("http://169.254.169.254/latest/meta-data/");
  for (const url of refused) {
    const code = await refusalOf(
      request(`${account.api}/jobs`, { method: "POST", headers: account.key, body: { url } }),
    );
    if (code !== "blocked_target") throw new Error(`${url} is not refused as it should be: ${code}`);
  }
  return { detail: refused.join(", ") };
}

/** Renders a page that reports about its browser. */
async function browser({ origin }: Subject, account: SmokeAccount): Promise<Seen> {
  const job = await runOwnJob(account, {
    html: browserPage(await ownAddress(origin)),
    options: { ...EMULATED, outputType: "html", waitFor: { selector: REPORT_MADE } },
  });
  const { userAgent, missing, webgl, commands, ignored, ...reach } = readReport(
    (await resultOf(job)).toString(),
  );
  const reached = Object.entries(reach).filter(([, state]) => state === "reached");
  if (reached.length > 0)
    throw new Error(`The guard does not hold requests of the ${reached.map(([name]) => name).join(", ")}.`);
  if (ignored.length > 0) throw new Error(`The browser ignores ${ignored.join(", ")}.`);
  const [, version = userAgent] = /(Chrom\w+\/[\d.]+)/.exec(userAgent) ?? [];
  const fonts = missing.length > 0 ? `no font for ${missing.join(", ")}` : "a font for every script";
  const drawings = webgl ? "WebGL" : "no WebGL";
  // Nothing is rendered unless the browser's own connection holds requests, so the level is always the same.
  const held = "the browser's connection holds requests of page, frame and worker";
  return {
    detail: `${version}; ${held}; ${commands.join(", ")} work; ${fonts}; ${drawings}`,
    phases: job.timings,
  };
}

async function button({ origin, page }: Subject, account: SmokeAccount): Promise<Seen> {
  const script = await request(origin + WIDGET_PATH);
  const bytes = (await script.arrayBuffer()).byteLength;
  if (!script.headers.get("content-type")?.includes("javascript"))
    throw new Error("The script is not JavaScript.");
  const url = `${origin + WIDGET_API}/${account.publicKey}/jobs`;
  const other = await refusalOf(
    request(url, { method: "POST", headers: { origin: "https://other.invalid" }, body: { url: page } }),
  );
  if (other !== "origin_not_authorized")
    throw new Error(`Another site is not refused as it should be: ${other}`);
  const job = await runJob({ url, headers: { origin }, body: { url: page } }, ({ jobId, token = "" }) => ({
    url: `${origin + WIDGET_API}/jobs/${jobId}`,
    headers: { origin, authorization: `Bearer ${token}` },
  }));
  return { detail: `script ${(bytes / 1_000).toFixed(0)} kB; another site is refused`, phases: job.timings };
}

async function stripe(_: Subject, account: SmokeAccount): Promise<Seen> {
  try {
    const { url } = await read(`${account.api}/user/checkout`, CheckoutResponse, {
      method: "POST",
      headers: account.session,
      body: { tier: "pro" },
    });
    if (!url) throw new Error("The service returned no payment page.");
    const { hostname } = z
      .url()
      .transform((text) => new URL(text))
      .parse(url);
    const mode = url.includes("cs_live_") ? "live mode" : "test mode";
    return { detail: `payment page at ${hostname}, ${mode}` };
  } catch (error) {
    if (error instanceof Refused && ["same_plan", "subscription_exists"].includes(error.code))
      throw new Skipped("The account has a paid plan already.");
    if (error instanceof Refused && error.code === "billing_unavailable")
      throw new Skipped("Stripe is not set up, or does not respond.");
    throw error;
  }
}

/** Checks that need no account. */
export const PUBLIC_CHECKS = { health, site } as const;
/** Checks with an account. Seven credits at most. */
export const ACCOUNT_CHECKS = {
  PDF: pdf,
  "tall screenshot": tallScreenshot,
  "blocked target": blockedTarget,
  browser,
  button,
  Stripe: stripe,
} as const;
