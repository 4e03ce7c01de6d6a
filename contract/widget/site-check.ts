/** Site check: what it finds on a page, and the response of `POST /site-check`. */
import { z } from "zod";
import { LIMITS } from "../limits.ts";

/** Most documents (the page and its frames), scripts and buttons that a check reads. */
export const MAX_CHECKED = { documents: 50, scripts: 20, buttons: 20, attributes: 60, chars: 1_000 } as const;

const Text = z.string().max(LIMITS.urlChars);

/** The button's scripts and tags in one document. */
export const CheckedDocument = z.object({
  url: Text,
  /** `null` as a text in a sandbox without `allow-same-origin`. */
  origin: Text,
  scripts: z.array(Text).max(MAX_CHECKED.scripts),
  /** Type of a button's script that the browser does not run because of it. */
  heldType: Text.nullable(),
  /** Whether an enforced Content-Security-Policy blocks requests to the service of the button's script. */
  blocksRequests: z.boolean().default(false),
  /** Attributes of each tag. */
  buttons: z.array(z.array(z.tuple([Text, Text])).max(MAX_CHECKED.attributes)).max(MAX_CHECKED.buttons),
});
export type CheckedDocument = z.infer<typeof CheckedDocument>;

/** What an attempt stores. The first document is the page, the others are its frames. */
export const SiteFound = z.object({
  documents: z
    .array(CheckedDocument)
    .min(1)
    .max(MAX_CHECKED.documents + 1),
  /** Addresses that could not be loaded. */
  failed: z.array(z.string()),
  /** Addresses of scripts that the page's Content-Security-Policy has blocked. */
  blocked: z.array(z.string()),
});
export type SiteFound = z.infer<typeof SiteFound>;

export const SiteCheckRequest = z.strictObject({
  url: z
    .string()
    .min(1)
    .max(LIMITS.urlChars)
    .meta({ description: "Address of the page that has the button", example: "https://example.com" }),
});

const Finding = z.object({
  state: z
    .enum(["ok", "problem", "note"])
    .meta({ description: "ok, a problem that stops the button, or a note" }),
  message: z.string().meta({ description: "What was found" }),
  advice: z.string().nullable().meta({ description: "What to do" }),
});
export type Finding = z.infer<typeof Finding>;

export const SiteCheck = z
  .object({
    url: z.string().meta({ description: "The address that the page has in the end, after redirects" }),
    works: z.boolean().meta({ description: "Whether there is a button and no problem" }),
    findings: z.array(Finding).meta({ description: "What was found, problems first" }),
  })
  .meta({ id: "SiteCheck" });
export type SiteCheck = z.infer<typeof SiteCheck>;
