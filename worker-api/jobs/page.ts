/** The page of a request: its address, or HTML or Markdown that is stored for the render Worker. */
import { Buffer } from "node:buffer";
import type { JobInput } from "#contract/job/input.ts";
import type { JobRequest } from "#contract/job/request.ts";
import { PLANS, type Tier } from "#contract/plans.ts";
import { log } from "#log/log.ts";
import { inputKey } from "#store/jobs/inputs.ts";
import { sha256Hex } from "#store/secrets/sha256.ts";
import { fromStorage } from "../files/storage.ts";
import { ApiError } from "../http/api-error.ts";
import type { AppEnv } from "../http/app-env.ts";
import { requireTarget } from "./target.ts";

export interface Page {
  input: JobInput;
  /** The page's address, or the base address of the text; empty without one. */
  url: string;
  /** HTML or Markdown; null for a page that has an address. */
  text: string | null;
}

/**
 * Checks the address, and the size of the HTML by the plan. Throws `blocked_target` or `body_too_large`.
 * @param tier null if the body is not larger than LIMITS.bodyBytes: every plan takes that much HTML
 */
export function pageOf(env: AppEnv["Bindings"], request: JobRequest, tier: Tier | null): Page {
  const { url, html, markdown, baseUrl } = request;
  if (url !== undefined) return { input: "url", url: requireTarget(env, url).href, text: null };
  const base = baseUrl === undefined ? "" : requireTarget(env, baseUrl, "baseUrl").href;
  if (html === undefined) return { input: "markdown", url: base, text: markdown ?? "" };
  if (tier && Buffer.byteLength(html) > PLANS[tier].htmlBytes) {
    const message = `The HTML is larger than ${PLANS[tier].htmlBytes / 1_000_000} MB, the limit of your plan.`;
    throw new ApiError("body_too_large", { message });
  }
  return { input: "html", url: base, text: html };
}

/** What of the page makes two requests with one idempotency key the same. */
export function fingerprintOf({ input, url, text }: Page): string[] {
  return text === null ? [url] : [url, input, sha256Hex(text)];
}

export async function storeInput(env: Env, jobId: string, text: string): Promise<void> {
  await fromStorage(() => env.RESULTS.put(inputKey(jobId), text));
}

/** Best effort: the sweep deletes what stays. */
export async function deleteInput(env: Env, jobId: string): Promise<void> {
  try {
    await env.RESULTS.delete(inputKey(jobId));
  } catch (error) {
    log.error("The input of a job has not been deleted.", { jobId, error });
  }
}
