/** `npm run docs` writes the guides' tables from the contract, between markers. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { KEY_CALLS, KEY_SCOPES, SCOPE_MEANINGS } from "#contract/api-keys.ts";
import { JOB_ERRORS, REQUEST_ERRORS } from "#contract/errors.ts";
import { FIELDS, type Field } from "#contract/job/fields.ts";
import { fallbackOf, valuesOf } from "#contract/job/option-words.ts";
import { JobOptions } from "#contract/job/request.ts";
import { JOB_STAGES } from "#contract/job/state.ts";
import { LIMITS } from "#contract/limits.ts";
import { PLANS, type Plan, TIERS } from "#contract/plans.ts";
import { attributeValues, BUTTON_ATTRIBUTES, type ButtonAttribute } from "#contract/widget/attributes.ts";
import { WIDGET_PARTS, WIDGET_VARIABLES } from "#contract/widget/embed.ts";
import { ROOT } from "./paths.ts";

const DOCS = join(ROOT, "docs");

type Cell = string | number;

function table(head: Cell[], rows: Cell[][]): string {
  const line = (cells: Cell[]) => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}

function dollars(millis: number): string {
  return `$${(millis / 1000).toFixed(3).replace(/0$/, "")}`;
}

function plans(): string {
  const row = (name: string, cell: (plan: Plan) => Cell) => [name, ...TIERS.map((tier) => cell(PLANS[tier]))];
  return table(
    ["", ...TIERS.map((tier) => PLANS[tier].name)],
    [
      row("Credits per month", (plan) => plan.creditsPerMonth),
      row("Overage price per credit", ({ overageMillis }) =>
        overageMillis === null ? "–" : dollars(overageMillis),
      ),
      row("Requests per minute", (plan) => plan.requestsPerMinute),
      row("Requests per 24 hours", (plan) => plan.requestsPerDay ?? "no limit"),
      row(
        "Time of failed jobs in the browser, per UTC day",
        (plan) => `${plan.failedRenderMinutesPerDay} minutes`,
      ),
      row("Concurrent jobs", (plan) => plan.concurrentJobs),
      row("Share of the queue when all browsers are busy", (plan) => plan.queuePriority),
      row("Pages per PDF", (plan) => plan.pagesPerPdf),
      row("HTML of a job", (plan) => `${plan.htmlBytes / 1_000_000} MB`),
      row("Watermark on PDFs", (plan) => (plan.watermark ? "yes" : "no")),
      row("Results are kept for", (plan) => `${plan.retentionHours} hours`),
    ],
  );
}

function scopes(): string {
  const calls = Object.entries(KEY_CALLS);
  return table(
    ["Scope", "Allows", "Calls"],
    KEY_SCOPES.map((scope) => [
      quote(scope),
      SCOPE_MEANINGS[scope],
      calls.flatMap(([call, needed]) => (needed === scope ? quote(call) : [])).join(", "),
    ]),
  );
}

function errors(list: typeof REQUEST_ERRORS | typeof JOB_ERRORS): string {
  const rows = Object.entries(list).map(([code, { status, message, retryable, advice }]) => [
    `\`${code}\``,
    status,
    message,
    retryable ? "yes" : "no",
    advice,
  ]);
  return table(["Code", "Status", "Message", "Retry?", "What to do"], rows);
}

function limits(): string {
  const megabytes = (bytes: number) => `${bytes / 1_000_000} MB`;
  return table(
    ["Limit", "Maximum"],
    [
      [
        "Request body",
        `${megabytes(LIMITS.bodyBytes)}; for \`POST /jobs\`, ${LIMITS.bodyPerHtml} times the plan's limit of HTML, within ${LIMITS.largeBodySeconds} seconds`,
      ],
      [
        "`html` of a job",
        TIERS.map((tier) => `${PLANS[tier].name} ${megabytes(PLANS[tier].htmlBytes)}`).join(", "),
      ],
      ["`markdown` of a job", `${LIMITS.markdownChars} characters`],
      ["Address of a page", `${LIMITS.urlChars} characters`],
      ["`Prefer: wait`", `${LIMITS.waitSeconds} seconds`],
      ["Requests of an account that wait at the same time", LIMITS.waitsPerAccount],
      [
        "Idempotency-Key",
        `${LIMITS.idempotencyKeyChars} characters, kept for ${LIMITS.idempotencyHours} hours`,
      ],
      ["Rendering time per attempt", `${LIMITS.renderBudgetMs / 1000} seconds`],
      ["Attempts after a fault on our side", LIMITS.attempts],
      ["Viewport width or height", `${LIMITS.viewportPx} px`],
      ["Margin", `${LIMITS.marginPx} px`],
      [
        "Height of a full-page screenshot",
        `${LIMITS.screenshotHeightPx} px (jpeg ${LIMITS.jpegSidePx}, webp ${LIMITS.webpSidePx})`,
      ],
      [
        "Result",
        `${megabytes(LIMITS.resultBytes)} (${megabytes(LIMITS.pdfRewriteBytes)} for a PDF that gets a watermark or a test mark, is cut or is passed through, ${megabytes(LIMITS.webpBytes)} for a very tall webp, ${LIMITS.markdownResultChars} characters of Markdown; see [Rendering](rendering.md))`,
      ],
      ["Result in a JSON response (`buffer`)", megabytes(LIMITS.bufferBytes)],
      [
        "Validity of a result link",
        `${LIMITS.linkSeconds / 60} minutes (${LIMITS.pageLinkSeconds / 60} minutes for the dashboard and the button). Read the job again for a new link`,
      ],
      ["API keys of an account, besides the default key", LIMITS.apiKeys],
      ["Test jobs of an account, per UTC day", LIMITS.testJobsPerDay],
      ["Jobs per list page", LIMITS.jobsPerPage],
      ["Job history", `${LIMITS.jobHistoryDays} days after a result has expired`],
    ],
  );
}

function stages(): string {
  return table(
    ["Stage", "Progress"],
    Object.entries(JOB_STAGES).map(([stage, percent]) => [`\`${stage}\``, percent]),
  );
}

const quote = (value: string) => `\`${value}\``;

function request(): string {
  const body = { url: "https://example.com/report", options: JobOptions.parse({}) };
  return `\`\`\`json\n${JSON.stringify(body, null, 2)}\n\`\`\``;
}

function options(): string {
  const sections = Map.groupBy(FIELDS, ({ section }) => section);
  const row = (field: Field) => [quote(field.path), valuesOf(field, quote), fallbackOf(field), field.meaning];
  return [...sections]
    .map(
      ([title, fields]) =>
        `### ${title}\n\n${table(["Option", "Values", "Default", "Meaning"], fields.map(row))}`,
    )
    .join("\n\n");
}

function attributes(): string {
  return table(
    ["Attribute", "Values", "Default", "Meaning"],
    BUTTON_ATTRIBUTES.map((attribute) => [
      quote(attribute.name),
      attributeValues(attribute, quote),
      attribute.fallback ?? String(attribute.default),
      attribute.meaning,
    ]),
  );
}

/** TypeScript's type of a property, or of an attribute in markup, which also accepts text. */
function typeOf(attribute: ButtonAttribute, inMarkup: boolean): string {
  switch (attribute.kind) {
    case "choice":
      return attribute.values.map((value) => `"${value}"`).join(" | ");
    case "flag":
      return inMarkup ? 'boolean | "true" | "false"' : "boolean";
    case "integer":
    case "pixels":
      return inMarkup ? "number | string" : "number";
    case "length":
    case "text":
    case "address":
      return "string";
    default:
      return attribute satisfies never;
  }
}

function attributeTypes(): string {
  return BUTTON_ATTRIBUTES.map((attribute) => {
    const optional = attribute.fallback === "required" ? "" : "?";
    const name = attribute.name.includes("-") ? `"${attribute.name}"` : attribute.name;
    return `  ${name}${optional}: ${typeOf(attribute, true)};`;
  }).join("\n");
}

function propertyTypes(): string {
  return BUTTON_ATTRIBUTES.map((attribute) => {
    const name = attribute.name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
    return `  ${name}: ${typeOf(attribute, false)};`;
  }).join("\n");
}

function names(head: string, list: readonly { name: string; description: string }[]): string {
  return table(
    [head, "Meaning"],
    list.map(({ name, description }) => [`\`${name}\``, description]),
  );
}

/** A file of `docs/widget`, which the type check covers, as a snippet. */
function example(file: string): string {
  return `\`\`\`tsx\n${readFileSync(join(DOCS, "widget", file), "utf8")}\`\`\``;
}

/** The generated sections of each file in `docs`, by the marker's name. */
const GUIDES = {
  "api.md": {
    scopes,
    request,
    options,
    plans,
    limits,
    stages,
    "request errors": () => errors(REQUEST_ERRORS),
    "job errors": () => errors(JOB_ERRORS),
  },
  "widget.md": {
    attributes,
    variables: () => names("CSS variable", WIDGET_VARIABLES),
    parts: () => names("Part", WIDGET_PARTS),
  },
  "widget/react.md": { example: () => example("example.tsx") },
  "widget/next.md": { example: () => example("example-next.tsx") },
  "widget/platen-button.d.ts": { attributes: attributeTypes, properties: propertyTypes },
} as const satisfies Record<string, Record<string, () => string>>;

interface Guide {
  name: string;
  text: string;
  /** The text with every section between `<!-- name -->` and `<!-- /name -->` replaced. */
  updated: string;
}

export function readGuides(): Guide[] {
  return Object.entries(GUIDES).map(([name, sections]) => {
    const text = readFileSync(join(DOCS, name), "utf8");
    return { name, text, updated: update(name, text, sections) };
  });
}

function update(guide: string, old: string, sections: Record<string, () => string>): string {
  return Object.entries(sections).reduce((text, [name, section]) => {
    const isCode = guide.endsWith(".ts");
    const mark = (word: string) => (isCode ? `  // ${word}\n` : `<!-- ${word} -->\n\n`);
    const [open, close] = [mark(name), isCode ? mark(`/${name}`) : `<!-- /${name} -->`];
    const [start, end] = [text.indexOf(open), text.indexOf(close)];
    if (start < 0 || end < start) throw new Error(`docs/${guide} has no section “${name}”.`);
    return `${text.slice(0, start + open.length)}${section()}\n${isCode ? "" : "\n"}${text.slice(end)}`;
  }, old);
}

if (import.meta.main) for (const { name, updated } of readGuides()) writeFileSync(join(DOCS, name), updated);
