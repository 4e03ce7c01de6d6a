/** The file that a button offers. */
import type { Frame, Page } from "puppeteer-core";
import { readPdf } from "../stage/read-pdf.ts";

/** Waits for the link to the file and returns its address. Polls, because observers do not see into shadow trees. */
export async function fileLink(place: Frame | Page): Promise<string> {
  const address = await place.waitForFunction(
    () =>
      document
        .querySelector("platen-button")
        ?.shadowRoot?.querySelector("[part=open]:not([hidden])")
        ?.getAttribute("href"),
    { timeout: 60_000 },
  );
  return String(await address.jsonValue());
}

/** Reads the PDF behind a link. */
export async function pdfPages(url: string) {
  const response = await fetch(url);
  return readPdf(Buffer.from(await response.arrayBuffer()));
}
