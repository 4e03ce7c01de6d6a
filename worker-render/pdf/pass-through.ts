/** Passes a PDF through: loads it by the browser's network, and applies the plan's page limit and the changes. */

import type { Protocol } from "devtools-protocol";
import { PLANS } from "#contract/plans.ts";
import type { CDPSession } from "../devtools/devtools.ts";
import { type Budget, orFault } from "../fault/budget.ts";
import { PageFault } from "../fault/page-fault.ts";
import type { Rendered } from "../fault/rendered.ts";
import type { Pdf } from "../page/open.ts";
import type { PdfOptions } from "../page/paper.ts";
import type { Tab } from "../tab/tab.ts";
import { changesOf, type Terms } from "./changes.ts";
import { type PdfService, rewriteForeign } from "./foreign-pdf.ts";
import { gatherFromAfar } from "./gather.ts";
import { single } from "./make-pdf.ts";
import { readStream } from "./print.ts";

/** Where readers look for the mark of a PDF. */
const HEAD_BYTES = 1_024;

/**
 * Requests the address again, because the tab has dropped the first response, and reads the body through DevTools.
 * @throws PageFault `not_a_page` for another download
 */
export async function passThrough(
  tab: Tab,
  { url, isCertain }: Pdf,
  service: PdfService,
  options: PdfOptions,
  terms: Terms,
  budget: Budget,
): Promise<Omit<Rendered, "done">> {
  const wanted = {
    ...changesOf(options, terms),
    cap: PLANS[terms.tier].pagesPerPdf,
    pageRanges: options.pageRanges,
  };
  const { cdpSession } = tab;
  const requestId = await orFault(responseOf(cdpSession, url), budget.left(), "page_timeout", "navigating");
  const { stream } = await cdpSession.send("Fetch.takeResponseBodyAsStream", { requestId });
  const body = readStream(cdpSession, stream);
  const rewriting = gatherFromAfar(isCertain ? body : onlyOfPdf(body), (whole) =>
    rewriteForeign(service, whole, wanted, budget),
  );
  const { bytes, pages, truncated } = await orFault(rewriting, budget.left(), "page_timeout", "capturing");
  return { type: "pdf", parts: single(bytes), facts: { pages, truncated }, title: nameIn(url) };
}

/** The same parts. Another file fails at its first part, and is not received to its end. */
async function* onlyOfPdf(parts: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let isPdf = false;
  for await (const part of parts) {
    isPdf ||= Buffer.from(part.subarray(0, HEAD_BYTES)).includes("%PDF-");
    if (!isPdf) break;
    yield part;
  }
  if (!isPdf) throw new PageFault("not_a_page", "navigating");
}

/** Id of the paused response, before its body. Redirects are followed. */
async function responseOf(cdpSession: CDPSession, url: string): Promise<Protocol.Fetch.RequestId> {
  await cdpSession.send("Fetch.enable", {
    patterns: [{ urlPattern: "*", resourceType: "Document", requestStage: "Response" }],
  });
  const paused = new Promise<Protocol.Fetch.RequestId>((resolve, reject) => {
    cdpSession.on("Fetch.requestPaused", ({ requestId, responseStatusCode: status, responseErrorReason }) => {
      if (responseErrorReason) reject(new PageFault("connection_failed", "navigating"));
      else if (status === 200) resolve(requestId);
      else if (status && status >= 400) reject(new PageFault("http_error", "navigating"));
      else cdpSession.send("Fetch.continueRequest", { requestId }).catch(reject);
    });
  });
  cdpSession.send("Page.navigate", { url }).catch(() => undefined);
  return paused;
}

/** The last part of the address's path, without `.pdf`. */
function nameIn(url: string): string {
  const last = new URL(url).pathname.split("/").at(-1) ?? "";
  return decoded(last).replace(/\.pdf$/i, "");
}

/** Decodes percent-encoding. Text that is not UTF-8 stays as it is: older servers use other encodings or a bare percent sign. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
