/** `POST /jobs`: the schema that checks a request and fills in its options, built from `OPTIONS`. */
import { z } from "zod";
import { LIMITS } from "../limits.ts";
import { formatPx, parseCssLength } from "./css-length.ts";
import { type Group, type Input, isOption, type Option, type Output } from "./option.ts";
import { OPTIONS } from "./options.ts";
import { VIEWPORTS } from "./values.ts";

function valueSchema(option: Option): z.ZodType<string | number | boolean> {
  switch (option.kind) {
    case "choice":
      return z.enum(option.values);
    case "flag":
      return z.boolean();
    case "integer":
      return z.number().int().min(option.min).max(option.max);
    case "pixels":
      return z
        .number()
        .positive()
        .max(option.max)
        .overwrite((px) => Math.max(1, Math.round(px)));
    case "length":
      return z
        .string()
        .refine((text) => (parseCssLength(text) ?? Number.POSITIVE_INFINITY) <= option.maxPx, {
          message: `must be a length in px, cm, mm, Q, in, pc or pt, at most ${option.maxPx}px`,
        })
        .overwrite((text) => formatPx(parseCssLength(text) ?? 0));
    default:
      return option satisfies never;
  }
}

function optionSchema(option: Option): z.ZodType {
  const schema = valueSchema(option);
  const { meaning: description, fallback } = option;
  if (option.default !== null && !option.when) return schema.default(option.default).meta({ description });
  return schema.optional().meta({ description: `${description} Default: ${fallback ?? option.default}.` });
}

type Values = Record<string, unknown>;

/**
 * The group's options that are accepted only with some values of another option, and whether its value is one of them.
 */
function conditional(group: Group, values: Values) {
  return Object.entries(group).flatMap(([name, option]) => {
    if (!isOption(option) || !option.when) return [];
    const chosen = String(values[option.when.option]);
    const { values: allowing } = option.when;
    return [{ name, option, chosen, allowing, isAllowed: allowing.includes(chosen) }];
  });
}

/** Schema of a group. The overload states the types, because TypeScript cannot infer them from a loop over entries. */
function groupSchema<G extends Group>(group: G): z.ZodType<Output<G>, Input<G>>;
function groupSchema(group: Group): z.ZodType {
  const shape = Object.entries(group).map(([name, node]) => {
    if (isOption(node)) return [name, optionSchema(node)] as const;
    return [name, groupSchema(node).prefault({})] as const;
  });
  return z
    .strictObject(Object.fromEntries(shape))
    .superRefine((values: Values, ctx) => {
      for (const { name, chosen, allowing, isAllowed } of conditional(group, values)) {
        if (isAllowed || values[name] === undefined) continue;
        const message = `${chosen} has no ${name}; use ${allowing.join(" or ")}`;
        ctx.addIssue({ code: "custom", path: [name], message });
      }
    })
    .overwrite((values: Values) => {
      const missing = conditional(group, values).filter(({ name, isAllowed }) => {
        return isAllowed && values[name] === undefined;
      });
      return { ...values, ...Object.fromEntries(missing.map(({ name, option }) => [name, option.default])) };
    });
}

type Checked = Output<typeof OPTIONS>;

/** Fills in defaults that depend on other options, and drops the options of the other output type. */
function settle({ outputType, pdfOptions, screenshotOptions, ...shared }: Checked) {
  const window = VIEWPORTS[shared.formFactor];
  if (outputType === "pdf") {
    const fitPaper = pdfOptions.viewport.width === undefined;
    const viewport = { ...window, fitPaper, ...pdfOptions.viewport };
    return { outputType, ...shared, pdfOptions: { ...pdfOptions, viewport } };
  }
  const viewport = { ...window, ...screenshotOptions.viewport };
  return { outputType, ...shared, screenshotOptions: { ...screenshotOptions, viewport } };
}

/**
 * Options of a job, validated and complete. The parsed value is stored, shown and rendered; parsing it again returns
 * the same value.
 */
export const JobOptions = groupSchema(OPTIONS).meta({ id: "JobOptions" }).transform(settle);
export type JobOptions = z.output<typeof JobOptions>;
export type PdfJobOptions = Extract<JobOptions, { outputType: "pdf" }>;
export type ScreenshotJobOptions = Extract<JobOptions, { outputType: "screenshot" }>;

export const JobRequest = z
  .strictObject({
    url: z.string().min(1).max(LIMITS.urlChars).meta({ example: "https://example.com" }),
    options: JobOptions.prefault({}),
  })
  .meta({ id: "JobRequest" });
export type JobRequest = z.infer<typeof JobRequest>;
/** A request as a client may send it: only `url` is required. */
export type JobRequestInput = z.input<typeof JobRequest>;
