/**
 * Recognises walls: bot checks, logins, consent pages, country blocks. A wall has a sign that only walls have, and little
 * text. If one of the two is missing, the document counts as a page.
 */
import { z } from "zod";
import { JOB_ERRORS, type JobErrorCode } from "#contract/errors.ts";
import { call } from "../devtools/in-page.ts";
import type { DocumentResponse } from "../tab/traffic.ts";
import signsInPage from "./signs.in-page.js";
import {
  GEO_WORDS,
  GLOBALS,
  HEADERS,
  HUMAN_WORDS,
  JAVASCRIPT_WORDS,
  LOGIN_TITLE,
  MARKS,
  QUIET_MARKS,
  REFUSALS,
  TITLES,
  WIDGET,
} from "./wall-signs.ts";

/** A document with more visible characters is a page. */
const MAX_WALL_CHARS = 1_500;
/** Limit for weaker signs, which a page may also contain in passing. */
const MAX_NOTICE_CHARS = 600;
/** Limit for `QUIET_MARKS`: almost no text. */
const MAX_QUIET_CHARS = 50;

/** Prefix that marks the names of `QUIET_MARKS` among the others. */
const QUIET = "quiet ";
const MARKED = {
  maxChars: MAX_WALL_CHARS,
  marks: {
    ...MARKS,
    ...Object.fromEntries(Object.entries(QUIET_MARKS).map(([name, mark]) => [QUIET + name, mark])),
    widget: WIDGET,
  },
  globals: GLOBALS,
};

/** Source of the expression that reads the signs of a document. */
export const READ_SIGNS = call(signsInPage, MARKED);

/** The signs of a document; null for a document with more text than a wall. */
export const Signs = z
  .object({
    url: z.string(),
    title: z.string(),
    /** Visible text. */
    text: z.string(),
    /** Names of the selectors and variables of `MARKED` that were found. */
    marks: z.array(z.string()),
    /** Number of visible fields for passwords. */
    passwords: z.number().int(),
    asksText: z.boolean(),
  })
  .nullable();
export type Signs = z.infer<typeof Signs>;

export interface Wall {
  code: Extract<
    JobErrorCode,
    "bot_challenge" | "login_required" | "consent_required" | "geo_blocked" | "javascript_required"
  >;
  message: string;
}

type ResponseHead = Pick<DocumentResponse, "status" | "headers">;

/** The wall that the site shows in place of the page; null for a page. `asked`: the requested address. */
export function wallOf(asked: string, response: ResponseHead | null, signs: Signs): Wall | null {
  const provider = checkOf(response, signs);
  if (provider !== null) {
    const by = provider === "" ? "" : ` (${provider})`;
    return {
      code: "bot_challenge",
      message: JOB_ERRORS.bot_challenge.message.replace("bot check", `bot check${by}`),
    };
  }
  const code = otherWall(asked, response, signs);
  return code && { code, message: JOB_ERRORS[code].message };
}

/** Name of the bot check's provider, empty if it is unknown; null when there is no bot check. */
function checkOf(response: ResponseHead | null, signs: Signs): string | null {
  const isError = (response?.status ?? 0) >= 400;
  const header = HEADERS.find(
    ({ name, value, onlyErrors }) => value.test(response?.headers[name] ?? "") && (isError || !onlyErrors),
  );
  if (header) return header.provider;
  if (!signs) return null;
  const { marks, text, title, asksText } = signs;
  const isQuiet = text.length <= MAX_QUIET_CHARS;
  const named =
    marks.find((name) => name !== "widget" && !name.startsWith(QUIET)) ??
    (isQuiet ? marks.find((name) => name.startsWith(QUIET))?.slice(QUIET.length) : undefined) ??
    nameOf(TITLES, title) ??
    nameOf(REFUSALS, text);
  if (named !== undefined) return named;
  const isShort = text.length <= MAX_NOTICE_CHARS;
  const asks = marks.includes("widget") && !asksText && HUMAN_WORDS.test(`${title} ${text}`);
  return isShort && asks ? "" : null;
}

function nameOf(patterns: Readonly<Record<string, RegExp>>, text: string): string | undefined {
  return Object.entries(patterns).find(([, pattern]) => pattern.test(text))?.[0];
}

function otherWall(asked: string, response: ResponseHead | null, signs: Signs): Wall["code"] | null {
  if (response?.status === 401) return "login_required";
  if (!signs) return null;
  const isError = (response?.status ?? 0) >= 400;
  const { url, title, text, passwords } = signs;
  if (GEO_WORDS.test(text) && (isError || text.length <= MAX_NOTICE_CHARS)) return "geo_blocked";
  const [from, to] = [URL.parse(asked), URL.parse(url)];
  if (from && to && !isLogin(from)) {
    if (isConsent(to) && to.host !== from.host) return "consent_required";
    if (isLogin(to) && (passwords > 0 || to.host !== from.host)) return "login_required";
  }
  if (LOGIN_TITLE.test(title)) return "login_required";
  const isNotice = !isError && text.length <= MAX_NOTICE_CHARS / 2;
  return isNotice && JAVASCRIPT_WORDS.test(text) ? "javascript_required" : null;
}

/**
 * Whether the page asks for a password and shows little else. A form that changes a password asks for two. `asked`: the requested
 * address.
 */
export function looksLikeLogin(asked: string, signs: Signs): boolean {
  const from = URL.parse(asked);
  return signs !== null && signs.passwords === 1 && !(from && isLogin(from));
}

const LOGIN_PATH =
  /\/(log-?_?in|sign-?_?in|signon|wp-login\.php|sessions?\/new|saml2?|sso|oauth2?|authorize|adfs\/ls)(\/|\.\w+$|$)/i;
const LOGIN_HOST =
  /^(accounts\.google\.com|login\.(microsoftonline|live)\.com)$|\.(okta|auth0|onelogin)\.com$/i;

/** Applications of one document name their page in the fragment. */
const ROUTE = /^#!?(\/[^?]*)/;
/** Values in the query of older applications, such as `?do=login`. */
const LOGIN_VALUE = /^(log-?_?in|sign-?_?in)$/i;

function isLogin({ hostname, pathname, hash, searchParams }: URL): boolean {
  if (LOGIN_HOST.test(hostname) || LOGIN_PATH.test(pathname)) return true;
  const route = ROUTE.exec(hash)?.[1] ?? "";
  return LOGIN_PATH.test(route) || [...searchParams.values()].some((value) => LOGIN_VALUE.test(value));
}

function isConsent({ hostname }: URL): boolean {
  return /^(consent|guce|myprivacy)\./i.test(hostname);
}
