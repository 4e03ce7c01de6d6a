/** `failOn`: fails a job for a fault of its page that would otherwise be a warning. */
import { z } from "zod";
import { LIMITS } from "#contract/limits.ts";
import { evaluate } from "../devtools/in-page.ts";
import { within } from "../fault/budget.ts";
import type { Journal } from "../fault/journal.ts";
import { PageFault } from "../fault/page-fault.ts";
import type { Tab } from "../tab/tab.ts";
import type { Wishes } from "./wishes.ts";

/** Types of requests whose result is a part of the picture. */
const VISIBLE = ["Stylesheet", "Script", "Image", "Font"] as const;
/** Warnings about a part that did not come in time. */
const LATE = new Set(["resource_slow", "image_late", "fonts_late"]);
/** Types of the requests with which scripts get data. */
const DATA = ["XHR", "Fetch", "EventSource"] as const;
const READ_MS = 3_000;
const READ_ERROR = "String(window.__platen?.error ?? '').slice(0, 300)";

/** Called when the page is ready. The job's warnings are complete by then. */
export async function refuseFaults(
  { cdpSession, traffic }: Tab,
  { failOn = [] }: Wishes,
  journal: Journal,
): Promise<void> {
  if (failOn.includes("http")) {
    const failed = traffic.firstFailure(["Document"]);
    if (failed)
      throw new PageFault("http_error", "preparing", sentenceOf("A frame has an error status", failed.url));
  }
  if (failOn.includes("resources")) {
    const failed = traffic.firstFailure(VISIBLE) ?? journal.warnings.find(({ code }) => LATE.has(code));
    if (failed) throw new PageFault("resource_failed", "preparing", sentenceOf(failed.message, failed.url));
  }
  if (failOn.includes("data")) {
    const failed = traffic.firstFailure(DATA) ?? journal.warnings.find(({ code }) => code === "data_late");
    if (failed) throw new PageFault("data_failed", "preparing", sentenceOf(failed.message, failed.url));
  }
  if (failOn.includes("console")) {
    const reading = evaluate(cdpSession, READ_ERROR, z.string()).catch(() => "");
    const error = await within(reading, READ_MS, () => "");
    if (error !== "")
      throw new PageFault("console_error", "preparing", `The page reported an error: ${error}`);
  }
}

/** The message with the address, which the page decides. */
function sentenceOf(message: string, url = ""): string {
  return url === "" ? message : `${message.replace(/\.$/, "")}: ${url.slice(0, LIMITS.warningUrlChars)}`;
}
