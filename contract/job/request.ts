/** `POST /jobs`: the schema that checks a request and fills in its options. */
import { z } from "zod";
import { checkAccess, refuseSecrets } from "./access.ts";
import { deviceOf } from "./devices.ts";
import { groupSchema } from "./group-schema.ts";
import { checkInput, INPUT_FIELDS } from "./input.ts";
import type { Output } from "./option.ts";
import { OPTIONS } from "./options.ts";
import { checkPasswords } from "./passwords.ts";
import { type FormFactor, VIEWPORTS } from "./values.ts";

type Checked = Output<typeof OPTIONS>;

/** Fills in defaults that depend on other options, and drops the options of other output types. */
function settle({ outputType, pdfOptions, screenshotOptions, ...given }: Checked) {
  const device = deviceOf(given.device)?.viewport;
  const formFactor: FormFactor = device ? (device.isMobile ? "mobile" : "desktop") : given.formFactor;
  const shared = { ...given, formFactor };
  const { width, height } = device ?? VIEWPORTS[formFactor];
  const window = { width, height };
  if (outputType === "pdf") {
    const fitPaper = pdfOptions.viewport?.width === undefined;
    const viewport = { ...window, fitPaper, ...pdfOptions.viewport };
    return { outputType, ...shared, pdfOptions: { ...pdfOptions, viewport } };
  }
  if (outputType === "markdown" || outputType === "html") return { outputType, ...shared };
  const viewport = { ...window, ...screenshotOptions.viewport };
  return { outputType, ...shared, screenshotOptions: { ...screenshotOptions, viewport } };
}

/**
 * Options of a job, validated and complete. The parsed value is stored, shown and rendered; parsing it again returns
 * the same value.
 */
export const JobOptions = groupSchema(OPTIONS)
  .meta({ id: "JobOptions", description: "What to make of the page, and how" })
  .transform(settle);
export type JobOptions = z.output<typeof JobOptions>;
export type PdfJobOptions = Extract<JobOptions, { outputType: "pdf" }>;
export type ScreenshotJobOptions = Extract<JobOptions, { outputType: "screenshot" }>;

const options = JobOptions.prefault({});

export const JobRequest = z
  .strictObject({ ...INPUT_FIELDS, options })
  // Also with faults among the options, so that one response names every fault.
  .superRefine(checkInput, { when: ({ issues }) => issues.every(({ path }) => path?.[0] === "options") })
  .superRefine(checkAccess)
  .superRefine(checkPasswords)
  .meta({ id: "JobRequest" });
export type JobRequest = z.infer<typeof JobRequest>;
/** A request as a client may send it: `url`, `html` or `markdown` is required. */
export type JobRequestInput = z.input<typeof JobRequest>;

/** A request of the button. A public key is no secret, so it converts only pages that have an address. */
export const ButtonRequest = z
  .strictObject({ url: INPUT_FIELDS.url.unwrap(), options })
  .superRefine(refuseSecrets)
  .meta({ id: "ButtonRequest" });
