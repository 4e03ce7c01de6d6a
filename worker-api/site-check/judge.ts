/** Turns what a site check has found into findings in plain sentences, each with what to do. */
import { parseCssLength } from "#contract/job/css-length.ts";
import { BUTTON_ATTRIBUTES } from "#contract/widget/attributes.ts";
import { hostMatches, originMatches } from "#contract/widget/domain-match.ts";
import { WIDGET_PATH, WIDGET_TAG } from "#contract/widget/embed.ts";
import { parseAttribute } from "#contract/widget/parse-attribute.ts";
import type { CheckedDocument, Finding, SiteCheck, SiteFound } from "#contract/widget/site-check.ts";
import type { KeyOwner } from "#store/keys/public-keys.ts";

export interface Judge {
  accountId: string;
  /** Origin of this service. */
  ownOrigin: string;
  /** Null for a key that does not exist or was deleted. */
  findKey(key: string): Promise<KeyOwner | null>;
}

type Attributes = ReadonlyMap<string, string>;

function ok(message: string): Finding {
  return { state: "ok", message, advice: null };
}
function problem(message: string, advice: string): Finding {
  return { state: "problem", message, advice };
}
function note(message: string, advice: string): Finding {
  return { state: "note", message, advice };
}

const TAG = `<${WIDGET_TAG}>`;
const KNOWN = new Set(BUTTON_ATTRIBUTES.map(({ name }) => name));
/** First words of the button's attributes: another attribute that starts with one of them is probably misspelled. */
const FIRST_WORDS = new Set(BUTTON_ATTRIBUTES.map(({ name }) => name.split("-")[0]));

export async function judge(found: SiteFound, by: Judge): Promise<SiteCheck> {
  const [page] = found.documents;
  const url = page?.url ?? "";
  const withButton = found.documents.filter(({ buttons }) => buttons.length > 0);
  const ofDocuments = withButton.map((document) => judgeDocument(document, found, by));
  const findings = (await Promise.all(ofDocuments)).flat();
  if (withButton.length === 0) findings.push(...withoutButton(found));
  const unique = [...new Map(findings.map((finding) => [finding.message, finding])).values()];
  return { url, works: !unique.some(({ state }) => state === "problem"), findings: unique };
}

function withoutButton({ documents }: SiteFound): Finding[] {
  const hasScript = documents.some(({ scripts }) => scripts.length > 0);
  const advice = `Paste the embed code of the Widget tab, and publish the page. If the page is published, check that ${TAG} is not inside a closed shadow root, which cannot be checked.`;
  if (hasScript) return [problem(`The page has the script, but no ${TAG} tag.`, advice)];
  return [problem(`The page has neither the button's script nor a ${TAG} tag.`, advice)];
}

async function judgeDocument(document: CheckedDocument, found: SiteFound, by: Judge): Promise<Finding[]> {
  const [page] = found.documents;
  const isForeign = page !== undefined && document.origin !== page.origin;
  const buttons = document.buttons.map((attributes) => judgeButton(new Map(attributes), document, found, by));
  return [
    ...(isForeign ? [inFrame(document)] : []),
    judgeScript(document, found, by),
    ...(await Promise.all(buttons)).flat(),
  ];
}

/** The text itself if it is not an origin: it comes from the page. */
function hostOf(origin: string): string {
  return URL.parse(origin)?.host || origin;
}

function inFrame({ origin }: CheckedDocument): Finding {
  const where = origin === "null" ? "a frame without an origin" : `a frame of ${hostOf(origin)}`;
  return note(
    `The button is in ${where}.`,
    "Prefer your site builder's way to add code to the page itself. In a frame, some sites block downloads.",
  );
}

function judgeScript(
  { scripts, heldType, blocksRequests }: CheckedDocument,
  { failed, blocked }: SiteFound,
  { ownOrigin }: Judge,
): Finding {
  const src = ownOrigin + WIDGET_PATH;
  const advice = `Add <script src="${src}" defer></script> to the page.`;
  const own = scripts.find((script) => URL.parse(script)?.origin === ownOrigin);
  if (own) {
    if (blocked.includes(own)) {
      return problem(
        "The Content-Security-Policy of the page blocks the script.",
        `Allow ${ownOrigin} in its script-src and connect-src.`,
      );
    }
    if (failed.includes(own)) {
      return problem(`The script ${own} could not be loaded.`, `Check its address. The right one is ${src}.`);
    }
    if (blocksRequests) {
      return problem(
        "The Content-Security-Policy of the page blocks the requests of the button.",
        `Allow ${ownOrigin} in its connect-src.`,
      );
    }
    if (heldType === null) return ok("The script comes from this service.");
    return note(
      `The browser does not run the script while its type is “${heldType}”.`,
      "If a consent banner or an optimizer holds scripts back, exclude this one.",
    );
  }
  const [other] = scripts;
  if (!other) return problem(`The page has the ${TAG} tag, but not its script.`, advice);
  return problem(`The script comes from another address: ${other}`, `Change it to ${src}.`);
}

async function judgeButton(
  attributes: Attributes,
  document: CheckedDocument,
  found: SiteFound,
  by: Judge,
): Promise<Finding[]> {
  const key = attributes.get("public-key")?.trim() ?? "";
  const advice = "Copy the embed code of one of your keys from the Widget tab.";
  const ofAttributes = judgeAttributes(attributes, document.url);
  if (!key) return [problem(`The ${TAG} tag has no public-key.`, advice), ...ofAttributes];
  const owner = await by.findKey(key);
  if (!owner) return [problem(`The key ${key} does not exist, or it was deleted.`, advice), ...ofAttributes];
  if (owner.accountId !== by.accountId) {
    return [problem(`The key ${key} belongs to another account.`, advice), ...ofAttributes];
  }
  return [
    ok(`The key ${key} is yours and active.`),
    judgeDomain(owner, document),
    ...judgeTarget(owner, attributes, document, found),
    ...ofAttributes,
  ];
}

function judgeDomain({ authorizedDomains }: KeyOwner, { origin }: CheckedDocument): Finding {
  if (origin === "null") {
    return problem(
      "The frame has no origin, because its sandbox has no allow-same-origin.",
      "Add allow-same-origin and allow-downloads to the sandbox attribute of the frame.",
    );
  }
  const host = hostOf(origin);
  if (originMatches(origin, authorizedDomains)) return ok(`${host} is an authorized domain of the key.`);
  return problem(`${host} is not an authorized domain of the key.`, `Add ${host} to the domains of the key.`);
}

/** Whether the button knows which page to convert, and the key may convert it. */
function judgeTarget(
  owner: KeyOwner,
  attributes: Attributes,
  document: CheckedDocument,
  { documents: [page = document] }: SiteFound,
): Finding[] {
  const custom = attributes.get("custom-url");
  const isForeign = document.origin !== page.origin;
  if (isForeign && !custom) {
    return [
      note(
        "In a frame, the button may not know the address of the page.",
        "Set custom-url to the page's address.",
      ),
    ];
  }
  const isCustom = custom && (isForeign || attributes.get("url-source") === "custom");
  const target = URL.parse(isCustom ? custom : page.url, document.url);
  if (!target || !owner.restrictTargets || hostMatches(target, owner.authorizedDomains)) return [];
  return [
    problem(
      `The key converts only pages on its own domains, and ${target.host} is not one of them.`,
      `Add ${target.host} to the domains of the key, or let the key convert pages on any domain.`,
    ),
  ];
}

/** The button uses the default in place of an invalid value. The service refuses a length that is too large. */
function judgeAttributes(attributes: Attributes, base: string): Finding[] {
  const wrong = BUTTON_ATTRIBUTES.flatMap((attribute) => {
    const text = attributes.get(attribute.name)?.trim();
    if (text === undefined) return [];
    const written = `${attribute.name}="${text}"`;
    if (parseAttribute(attribute, text, base) === null) {
      return [note(`${written} is not valid.`, `The button uses the default “${attribute.default}”.`)];
    }
    if (attribute.kind !== "length" || (parseCssLength(text) ?? 0) <= attribute.maxPx) return [];
    return [problem(`${written} is too large.`, `Enter at most ${attribute.maxPx}px.`)];
  });
  const unknown = [...attributes.keys()].filter(
    (name) => !KNOWN.has(name) && FIRST_WORDS.has(name.split("-")[0] ?? ""),
  );
  const misspelled = unknown.map((name) =>
    note(`The button has no attribute ${name}.`, "Check its spelling in the list of attributes in the docs."),
  );
  return [...wrong, ...misspelled];
}
