/** Resources that arrive and that a document cannot use: broken images and scripts, and style sheets of another type. */
import { z } from "zod";

/** The type of a style sheet. Without one, browsers take it for one. */
const SHEET_TYPE = /^\s*(?:text\/css\s*(?:;|$)|$)/i;

/** Addresses of what a document has got and cannot use. */
export const Reported = z.object({
  images: z.array(z.string()),
  scripts: z.array(z.string()),
  sheets: z.array(z.string()),
});
export type Reported = z.infer<typeof Reported>;

export interface UnusableResource {
  type: "Image" | "Script" | "Stylesheet";
  message: string;
  url: string;
}

export class Unusable {
  /**
   * Addresses of the images and scripts that have arrived to their end, and of the style sheets that Chromium has refused, with
   * those before redirects.
   */
  private readonly arrived = new Set<string>();
  /** Addresses of the newest document's style sheets that have another type. */
  private readonly mistyped = new Set<string>();

  /** `urls`: the addresses of one request; each redirect adds one. */
  noteArrived(urls: readonly string[]): void {
    for (const url of urls) this.arrived.add(url);
  }

  noteSheet(url: string, contentType: string | undefined): void {
    if (!SHEET_TYPE.test(contentType ?? "")) this.mistyped.add(url);
  }

  /** A new document begins. */
  forgetSheets(): void {
    this.mistyped.clear();
  }

  /** Resources that a document cannot use. What has not arrived has a failure already, or is blocked. */
  unread({ images, scripts, sheets }: Reported): UnusableResource[] {
    const reported: UnusableResource[] = [
      ...images.map((url) => ({ type: "Image" as const, message: "An image could not be read.", url })),
      ...scripts.map((url) => ({ type: "Script" as const, message: "A script could not be read.", url })),
      ...sheets.map((url) => ({
        type: "Stylesheet" as const,
        message: "A style sheet could not be read.",
        url,
      })),
    ];
    return reported.filter(({ url }) => this.arrived.delete(url.replace(/#.*/s, "")));
  }

  /**
   * Style sheets that have another type. Browsers use those of the document's origin if it is in quirks mode:
   * https://html.spec.whatwg.org/#link-type-stylesheet
   */
  refusedSheets(documentUrl: string, quirks: boolean): UnusableResource[] {
    const { origin } = URL.parse(documentUrl) ?? {};
    const refused = [...this.mistyped].filter((url) => !quirks || URL.parse(url)?.origin !== origin);
    this.mistyped.clear();
    const message = "A style sheet was not used, because its type is not text/css.";
    return refused.map((url) => ({ type: "Stylesheet", message, url }));
  }
}
