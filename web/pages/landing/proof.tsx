/** Example of a real page with the PDF and the screenshot that Platen made of it. */
import { ButtonAnchor } from "../../ui/button.tsx";
import pageImage from "./sample-page.webp";
import pdfImage from "./sample-pdf.webp";
import phoneImage from "./sample-phone.webp";

export function Proof() {
  return (
    <div className="mt-12 sm:mt-16">
      <div className="grid items-start gap-x-8 gap-y-10 sm:grid-cols-[1.75fr_1fr] lg:grid-cols-[2.1fr_1fr_0.62fr]">
        <figure className="min-w-0 sm:max-lg:col-span-2">
          <div className="overflow-hidden rounded-lg border border-line bg-sheet shadow-sm">
            <div aria-hidden="true" className="flex h-8 items-center gap-1.5 border-line border-b px-3">
              <span className="size-2.5 rounded-full bg-line" />
              <span className="size-2.5 rounded-full bg-line" />
              <span className="size-2.5 rounded-full bg-line" />
            </div>
            <img
              src={pageImage}
              width={1200}
              height={800}
              alt="A web page about the platen press, with a drawing of one, in a browser window"
              className="block h-auto w-full"
              fetchPriority="high"
            />
          </div>
          <figcaption className="mt-3 flex flex-wrap items-center justify-between gap-2 text-muted text-sm">
            Web page
            <ButtonAnchor href="/sample/" target="_blank" size="small" look="quiet" icon="external">
              Open page
            </ButtonAnchor>
          </figcaption>
        </figure>
        <figure className="min-w-0">
          <div className="crop-marks bg-sheet p-2.5">
            <img
              src={pdfImage}
              width={620}
              height={877}
              alt="The same page as an A4 PDF, first sheet"
              className="block h-auto w-full border border-line"
            />
          </div>
          <figcaption className="mt-3 text-muted text-sm">PDF, A4</figcaption>
        </figure>
        <figure className="min-w-0 max-sm:mx-auto max-sm:max-w-[14rem]">
          <div className="overflow-hidden rounded-[18px] border-4 border-ink/80 bg-sheet">
            <img
              src={phoneImage}
              width={390}
              height={844}
              alt="The same page as a mobile screenshot"
              className="block h-auto w-full"
            />
          </div>
          <figcaption className="mt-3 text-muted text-sm">Mobile screenshot</figcaption>
        </figure>
      </div>
    </div>
  );
}
