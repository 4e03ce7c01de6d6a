/** The flags of `npm run convert`, as a body of `POST /jobs`. What is wrong with them, the API says. */
import { parseArgs } from "node:util";

export const USAGE = `npm run convert -- URL [FILE] [options]

  --screenshot               an image instead of a PDF
  --type png|jpeg|webp       image type
  --quality 0-100            of jpeg and webp
  --full-page=false          only the first screen
  --format A4|Letter|…       paper of the PDF
  --margin 1cm               all four margins of the PDF
  --viewport 1280x800        size of the window
  --mobile                   as a phone sees the page
  --wix                      for sites made with Wix`;

/** A JSON value where the text is one (numbers, true, false), else the text: the API checks its type. */
function value(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function viewport(size: string | undefined): unknown {
  if (size === undefined) return undefined;
  const [width, height] = size.split("x").map(value);
  return { width, height };
}

export interface Conversion {
  file: string | undefined;
  /** Not yet checked: the API is who checks. */
  body: unknown;
}

/** Throws a sentence for an unknown flag; null without an address. */
export function readConversion(args: string[]): Conversion | null {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      screenshot: { type: "boolean" },
      type: { type: "string" },
      quality: { type: "string" },
      "full-page": { type: "string" },
      format: { type: "string" },
      margin: { type: "string" },
      viewport: { type: "string" },
      mobile: { type: "boolean" },
      wix: { type: "boolean" },
    },
  });
  const [url, file] = positionals;
  if (url === undefined) return null;
  const { margin } = values;
  const shared = { viewport: viewport(values.viewport) };
  const options = {
    outputType: values.screenshot ? "screenshot" : "pdf",
    formFactor: values.mobile ? "mobile" : undefined,
    platform: values.wix ? "wix" : undefined,
    pdfOptions: values.screenshot
      ? undefined
      : {
          ...shared,
          format: values.format,
          margin: margin && { top: margin, right: margin, bottom: margin, left: margin },
        },
    screenshotOptions: values.screenshot
      ? {
          ...shared,
          type: values.type,
          quality: values.quality === undefined ? undefined : value(values.quality),
          fullPage: values["full-page"] === undefined ? undefined : value(values["full-page"]),
        }
      : undefined,
  };
  return { file, body: { url, options } };
}
