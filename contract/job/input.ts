/** What a job renders: the page at an address, or HTML or Markdown from the request. */
import { z } from "zod";
import { LIMITS } from "../limits.ts";
import { PLANS, TIERS } from "../plans.ts";

export const JOB_INPUTS = ["url", "html", "markdown"] as const;
export type JobInput = (typeof JOB_INPUTS)[number];

/** Address of a page from the request that has no `baseUrl`. The name never resolves, so its relative addresses lead nowhere. */
export const NO_ADDRESS = "https://html.invalid/";

const MAX_HTML_BYTES = Math.max(...TIERS.map((tier) => PLANS[tier].htmlBytes));

const address = z.string().min(1).max(LIMITS.urlChars);

/** Fields of `POST /jobs`, of which a request has exactly one, and `baseUrl`. */
export const INPUT_FIELDS = {
  url: address.meta({ description: "Address of the page.", example: "https://example.com" }).optional(),
  html: z
    .string()
    .min(1)
    .max(MAX_HTML_BYTES)
    .meta({ description: "The page itself as HTML, instead of `url`. The plan limits its size." })
    .optional(),
  markdown: z
    .string()
    .min(1)
    .max(LIMITS.markdownChars)
    .meta({
      description: "The page itself as Markdown (GitHub's flavour, without formulas), instead of `url`.",
    })
    .optional(),
  baseUrl: address
    .meta({ description: "Address of `html` or `markdown`, for its relative addresses." })
    .optional(),
};

type Fields = z.infer<z.ZodObject<typeof INPUT_FIELDS>>;

/** Reports every field that does not go with the others. */
export function checkInput(fields: Fields, ctx: z.RefinementCtx): void {
  const [first, ...further] = JOB_INPUTS.filter((name) => fields[name] !== undefined);
  const report = (path: string, message: string) => ctx.addIssue({ code: "custom", path: [path], message });
  if (first === undefined) report("url", "is required, unless the request has html or markdown");
  for (const name of further) report(name, `cannot be sent together with ${first}`);
  if (first === "url" && fields.baseUrl !== undefined) {
    report("baseUrl", "is accepted only with html or markdown");
  }
}
