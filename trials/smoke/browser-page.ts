/** A page that reports what the browser can do. The service renders it, and returns the report in the result. */
import { z } from "zod";

/** A letter of each script, and an emoji. Cloudflare does not say which fonts its browser has. */
const SAMPLES = {
  Latin: "a",
  Cyrillic: "ж",
  Greek: "λ",
  Arabic: "ش",
  Hebrew: "א",
  Devanagari: "क",
  Thai: "ก",
  Chinese: "漢",
  Japanese: "あ",
  Korean: "한",
  Emoji: "😀",
};

/** Options of the job. Each needs a command of the browser, whose effect the page sees. */
export const EMULATED = {
  formFactor: "mobile",
  locale: "de-DE",
  timezone: "Asia/Tokyo",
  colorScheme: "dark",
  reducedMotion: true,
} as const;

/** What the page sees of these options, by the command that causes it. */
const EFFECTS = {
  "Emulation.setDeviceMetricsOverride": "devicePixelRatio > 1",
  "Emulation.setTouchEmulationEnabled": "navigator.maxTouchPoints > 0",
  "Emulation.setUserAgentOverride": 'navigator.userAgent.includes("Mobile")',
  "Emulation.setLocaleOverride": `new Intl.NumberFormat().resolvedOptions().locale === "${EMULATED.locale}"`,
  "Emulation.setTimezoneOverride": `new Intl.DateTimeFormat().resolvedOptions().timeZone === "${EMULATED.timezone}"`,
  "Emulation.setEmulatedMedia":
    'matchMedia("(prefers-color-scheme: dark) and (prefers-reduced-motion: reduce)").matches',
};

const Reach = z.enum(["refused", "reached"]);
export const BrowserReport = z.object({
  userAgent: z.string(),
  /** Scripts whose letter is drawn as the box of a missing glyph. */
  missing: z.array(z.string()),
  /** Maps and 3D scenes are drawn. */
  webgl: z.boolean(),
  /** Commands that the browser accepts. */
  commands: z.array(z.string()),
  /** Commands without an effect. */
  ignored: z.array(z.string()),
  /** Requests to an address that the guard must refuse, by where they come from. */
  page: Reach,
  frame: Reach,
  worker: Reach,
});
export type BrowserReport = z.infer<typeof BrowserReport>;

/** Runs in the page. `samples` and `target` are set before it. */
const SCRIPT = `
  const picture = (text) => {
    const canvas = document.createElement("canvas");
    canvas.width = canvas.height = 40;
    const pen = canvas.getContext("2d");
    pen.font = "24px sans-serif";
    pen.fillText(text, 4, 30);
    return canvas.toDataURL();
  };
  const box = picture("\\u{10FFFD}");
  const missing = Object.keys(samples).filter((name) => picture(samples[name]) === box);
  const effects = { ${Object.entries(EFFECTS)
    .map(([command, effect]) => `"${command}": ${effect}`)
    .join(", ")} };
  const commands = Object.keys(effects).filter((name) => effects[name]);
  const ignored = Object.keys(effects).filter((name) => !effects[name]);
  const webgl = document.createElement("canvas").getContext("webgl") !== null;
  const reach = 'fetch(TARGET, { mode: "no-cors" }).then(() => "reached", () => "refused")'.replace("TARGET", JSON.stringify(target));
  const inFrame = new Promise((resolve) => {
    addEventListener("message", ({ data }) => resolve(data));
    const frame = document.createElement("iframe");
    frame.srcdoc = "<script>" + reach + ".then((text) => parent.postMessage(text, '*'))</" + "script>";
    document.body.append(frame);
  });
  const inWorker = new Promise((resolve) => {
    const code = new Blob([reach + ".then(postMessage)"], { type: "text/javascript" });
    new Worker(URL.createObjectURL(code)).onmessage = ({ data }) => resolve(data);
  });
  const report = { userAgent: navigator.userAgent, missing, webgl, commands, ignored, page: await eval(reach), frame: await inFrame, worker: await inWorker };
  document.getElementById("report").textContent = "REPORT" + JSON.stringify(report) + "END";
`;

/** Matches once the page has made its report. */
export const REPORT_MADE = "#report:not(:empty)";

/** @param target An address that the guard must refuse. */
export function browserPage(target: string): string {
  const values = `const samples = ${JSON.stringify(SAMPLES)}, target = ${JSON.stringify(target)};`;
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Browser report</title>
<h1>Browser report</h1><p id="report"></p><script type="module">${values}${SCRIPT}</script></html>`;
}

/** The report in the rendered document. */
export function readReport(html: string): BrowserReport {
  const [, json = "null"] = /<p[^>]*>REPORT(.*?)END<\/p>/s.exec(html) ?? [];
  return BrowserReport.parse(JSON.parse(json.replaceAll("&#34;", '"')));
}
