/** An address that is a PDF already: its bytes, through the browser's own network, under the plan's cap and mark. */

import type { Protocol } from "devtools-protocol";
import { PLANS, type Tier } from "#contract/plans.ts";
import { log } from "#log/log.ts";
import type { CDPSession } from "../devtools/devtools.ts";
import { type Budget, orFault } from "../fault/budget.ts";
import { PageFault } from "../fault/page-fault.ts";
import type { Rendered } from "../fault/rendered.ts";
import type { Tab } from "../tab/tab.ts";
import { gatherFromAfar } from "./gather.ts";
import { single } from "./make-pdf.ts";
import { readStream } from "./print.ts";
import { type Rewrite, type Rewritten, rewritePdf } from "./rewrite.ts";

/** Asks for the address once more, since the tab has dropped the first answer, and takes the body out of the browser. */
export async function passThrough(
  tab: Tab,
  url: string,
  tier: Tier,
  budget: Budget,
): Promise<Omit<Rendered, "done">> {
  const { pagesPerPdf: cap, watermark } = PLANS[tier];
  const { cdpSession } = tab;
  const requestId = await orFault(responseOf(cdpSession, url), budget.left(), "page_timeout", "navigating");
  const { stream } = await cdpSession.send("Fetch.takeResponseBodyAsStream", { requestId });
  const rewriting = gatherFromAfar(readStream(cdpSession, stream), (whole) =>
    rewriteForeign(whole, { cap, watermark }),
  );
  const { bytes, pages, truncated } = await orFault(rewriting, budget.left(), "page_timeout", "capturing");
  return { type: "pdf", parts: single(bytes), facts: { pages, truncated }, title: nameIn(url) };
}

/** The paused answer with the document's body still to come; redirects are let through. */
async function responseOf(cdpSession: CDPSession, url: string): Promise<Protocol.Fetch.RequestId> {
  await cdpSession.send("Fetch.enable", {
    patterns: [{ urlPattern: "*", resourceType: "Document", requestStage: "Response" }],
  });
  const answered = new Promise<Protocol.Fetch.RequestId>((resolve, reject) => {
    cdpSession.on("Fetch.requestPaused", ({ requestId, responseStatusCode: status, responseErrorReason }) => {
      if (responseErrorReason) reject(new PageFault("connection_failed", "navigating"));
      else if (status === 200) resolve(requestId);
      else if (status && status >= 400) reject(new PageFault("http_error", "navigating"));
      else cdpSession.send("Fetch.continueRequest", { requestId }).catch(reject);
    });
  });
  cdpSession.send("Page.navigate", { url }).catch(() => undefined);
  return answered;
}

/** What loads may still lack what its pages need: that is the file's fault. */
async function rewriteForeign(bytes: Uint8Array, wanted: Rewrite): Promise<Rewritten> {
  try {
    return await rewritePdf(single(bytes), wanted);
  } catch (error) {
    if (error instanceof PageFault) throw error;
    log.warn("A PDF is unreadable.", { event: "unreadable pdf", error });
    throw new PageFault("unreadable_pdf", "capturing");
  }
}

function nameIn(url: string): string {
  const last = new URL(url).pathname.split("/").at(-1) ?? "";
  return decoded(last).replace(/\.pdf$/i, "");
}

/** As it is where it is not UTF-8: older servers write their own encoding, or a bare percent sign. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
