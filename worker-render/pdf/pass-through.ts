/** An address that is a PDF already: its bytes, through the browser's own network, under the plan's cap and mark. */
import type { Protocol } from "devtools-protocol";
import { PLANS, type Tier } from "#contract/plans.ts";
import type { CDPSession } from "../browser/devtools.ts";
import type { Tab } from "../browser/tab.ts";
import { type Budget, orFault } from "../budget.ts";
import { PageFault } from "../page-fault.ts";
import type { Rendered } from "../rendered.ts";
import { oneByOne } from "./make-pdf.ts";
import { readStream } from "./print.ts";
import { rewritePdf } from "./rewrite.ts";

/** Asks for the address once more, since the tab has dropped the first answer, and takes the body out of the browser. */
export async function passThrough(
  tab: Tab,
  url: string,
  tier: Tier,
  budget: Budget,
): Promise<Omit<Rendered, "done">> {
  const { pagesPerPdf: cap, watermark } = PLANS[tier];
  const { session } = tab;
  const requestId = await orFault(answerOf(session, url), budget.left(), "page_timeout", "navigating");
  const { stream } = await session.send("Fetch.takeResponseBodyAsStream", { requestId });
  const rewriting = rewritePdf(readStream(session, stream), { cap, watermark });
  const { bytes, pages, truncated } = await orFault(rewriting, budget.left(), "page_timeout", "capturing");
  return { type: "pdf", parts: oneByOne(bytes), facts: { pages, truncated }, title: nameIn(url) };
}

/** The paused answer with the document's body still to come; redirects are let through. */
async function answerOf(session: CDPSession, url: string): Promise<Protocol.Fetch.RequestId> {
  await session.send("Fetch.enable", {
    patterns: [{ urlPattern: "*", resourceType: "Document", requestStage: "Response" }],
  });
  const answered = new Promise<Protocol.Fetch.RequestId>((resolve, reject) => {
    session.on("Fetch.requestPaused", ({ requestId, responseStatusCode: status, responseErrorReason }) => {
      if (responseErrorReason) reject(new PageFault("connection_failed", "navigating"));
      else if (status === 200) resolve(requestId);
      else if (status && status >= 400) reject(new PageFault("http_error", "navigating"));
      else session.send("Fetch.continueRequest", { requestId }).catch(reject);
    });
  });
  session.send("Page.navigate", { url }).catch(() => undefined);
  return answered;
}

function nameIn(url: string): string {
  const last = new URL(url).pathname.split("/").at(-1) ?? "";
  return decodeURIComponent(last).replace(/\.pdf$/i, "");
}
