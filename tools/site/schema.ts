/** Rows of a field table, and an example, from a JSON schema. */
import { FIELDS } from "#contract/job/fields.ts";
import { fallbackOf, valuesOf } from "#contract/job/option-words.ts";
import { JOB_MESSAGES } from "#contract/job/state.ts";
import type { FieldRow } from "../../web/docs-content/content.ts";
import type { ApiDocument, Schema } from "./api-document.ts";

/** Options of a job: the contract knows more of their values than a JSON schema can say. */
const OPTIONS = new Map(FIELDS.map((field) => [`options.${field.path}`, field]));

/** The named schema that a response does not repeat: the table of the request has its fields. */
const REQUEST_ONLY = "JobOptions";

export interface Reading {
  schemas: ApiDocument["components"]["schemas"];
  ofResponse: boolean;
}

const nameOf = ({ $ref }: Schema) => $ref?.split("/").at(-1) ?? null;

function resolve(schema: Schema, { schemas }: Reading): Schema {
  const name = nameOf(schema);
  const found = name === null ? undefined : schemas[name];
  return found ? { ...found, ...schema } : schema;
}

function typeOf(schema: Schema): string {
  const types = [schema.type ?? []].flat();
  const known = types.length > 0 ? types : schema.enum ? ["string"] : schema.oneOf ? ["object"] : [];
  const [first = "any", ...rest] = known.filter((type) => type !== "null");
  const named = first === "array" ? "list" : schema.format === "date-time" ? "date and time" : first;
  return [named, ...rest, ...(known.includes("null") ? ["null"] : [])].join(" or ");
}

function span(min: number | undefined, max: number | undefined, unit: string): string {
  if (min !== undefined && max !== undefined && max < Number.MAX_SAFE_INTEGER)
    return `${min} to ${max}${unit}`;
  if (max !== undefined && max < Number.MAX_SAFE_INTEGER) return `up to ${max}${unit}`;
  return min === undefined || min <= Number.MIN_SAFE_INTEGER ? "" : `at least ${min}${unit}`;
}

function boundsOf(schema: Schema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => (value === "" ? '""' : String(value))).join(", ");
  const { minimum, exclusiveMinimum, maximum, minLength, maxLength, minItems, maxItems } = schema;
  const bounds = [
    exclusiveMinimum === undefined
      ? span(minimum, maximum, "")
      : `above ${exclusiveMinimum}${maximum === undefined ? "" : `, up to ${maximum}`}`,
    span(minLength, maxLength, " characters"),
    span(minItems, maxItems, " entries"),
  ];
  return bounds.filter((text) => text !== "").join(", ");
}

/** A description, and the default that it ends with. */
function meaningOf({ description = "" }: Schema): { meaning: string; fallback: string } {
  const [, meaning = description, fallback = ""] = /^(.*?)\s*Default: (.*)\.$/s.exec(description) ?? [];
  return { meaning, fallback };
}

function rowOf(path: string, schema: Schema, required: boolean): FieldRow {
  const option = OPTIONS.get(path);
  const { meaning, fallback } = meaningOf(schema);
  const own = schema.default === undefined ? fallback : JSON.stringify(schema.default).replaceAll('"', "");
  return {
    path,
    type: typeOf(schema),
    bounds: option ? valuesOf(option) : boundsOf(schema),
    fallback: option ? fallbackOf(option) : own,
    required,
    meaning: option ? option.meaning : meaning,
  };
}

function below(path: string, schema: Schema, reading: Reading): FieldRow[] {
  const whole = resolve(schema, reading);
  if (reading.ofResponse && nameOf(schema) === REQUEST_ONLY) return [];
  if (whole.items) return below(`${path}[]`, whole.items, reading);
  // Of alternatives the first is shown: each has the same fields but for its first.
  const { properties, required = [] } = whole.properties ? whole : resolve(whole.oneOf?.[0] ?? {}, reading);
  return Object.entries(properties ?? {}).flatMap(([name, property]) => {
    const inner = path === "" ? name : `${path}.${name}`;
    return [
      rowOf(inner, resolve(property, reading), required.includes(name)),
      ...below(inner, property, reading),
    ];
  });
}

/** The fields of an object, each before those inside it. */
export function rowsOf(schema: Schema, reading: Reading): FieldRow[] {
  return below("", schema, reading);
}

export function parameterRow(name: string, schema: Schema, required: boolean): FieldRow {
  return rowOf(name, schema, required);
}

/** Example values by the name of a field, or by that of its schema and field. */
const EXAMPLES: Readonly<Record<string, unknown>> = {
  "JobCreated.message": JOB_MESSAGES.pending,
  // Only the button gets one.
  "JobCreated.token": undefined,
  "Job.status": "completed",
  "Job.stage": "done",
  "Job.progress": 100,
  "Job.message": JOB_MESSAGES.completed,
  "Job.error": null,
  "Job.url": "https://example.com/",
  "Job.warnings": [],
  "Job.timings": { navigating: 812, preparing: 240, capturing: 190 },
  authorized_domains: ["www.example.com"],
  bytes: 48_213,
  code: "invalid_request",
  contentType: "application/pdf",
  current_password: "correct horse battery",
  email: "you@example.com",
  error: "Some fields are not valid.",
  expired: false,
  filename: "example.com.pdf",
  html: "<h1>Invoice</h1>",
  images: { total: 4, loaded: 4 },
  jobId: "job_4f7Qm2ZxYcV9tB1nKe8LsA",
  monthly_limit: 300,
  name: "My Website Widget",
  new_password: "a longer battery staple",
  nextCursor: null,
  pages: 1,
  password: "correct horse battery",
  remaining: 299,
  requests: { total: 23, failed: 0, slow: 0, blocked: 0 },
  tier: "starter",
  truncated: false,
  url: "https://…",
  used: 1,
};

const TEXTS: Readonly<Record<string, string>> = {
  "date-time": "2026-11-23T08:00:00.000Z",
  date: "2026-11-23",
  email: "you@example.com",
  uri: "https://example.com",
  url: "https://…",
};

/** An example value: what the schema names, or else the plainest that it accepts. */
export function exampleOf(schema: Schema, reading: Reading): unknown {
  if (reading.ofResponse && nameOf(schema) === REQUEST_ONLY) return { outputType: "pdf" };
  const whole = resolve(schema, reading);
  if (whole.example !== undefined) return whole.example;
  if (whole.const !== undefined) return whole.const;
  if (whole.default !== undefined) return whole.default;
  if (whole.enum) return whole.enum[0];
  const alternative = (whole.oneOf ?? whole.anyOf)?.[0];
  if (alternative) return exampleOf(alternative, reading);
  const types = [whole.type ?? []].flat();
  if (types.includes("object") || whole.properties) return objectExample(whole, nameOf(schema), reading);
  if (types.includes("array")) return whole.items ? [exampleOf(whole.items, reading)] : [];
  if (types.includes("string")) return TEXTS[whole.format ?? ""] ?? "…";
  if (types.includes("boolean")) return true;
  return types.includes("null") ? null : (whole.minimum ?? 1);
}

function exampleFor(owner: string | null, name: string, property: Schema, reading: Reading): unknown {
  const own = resolve(property, reading).example;
  if (own !== undefined) return own;
  for (const key of [`${owner}.${name}`, name]) if (key in EXAMPLES) return EXAMPLES[key];
  return exampleOf(property, reading);
}

/** Of a request, only the fields that it needs or that have an example; of a response all. */
function objectExample(
  { properties = {}, required = [] }: Schema,
  owner: string | null,
  reading: Reading,
): object {
  const all = Object.entries(properties);
  const wanted = all.filter(
    ([name, property]) =>
      reading.ofResponse || required.includes(name) || resolve(property, reading).example !== undefined,
  );
  const shown = wanted.length > 0 ? wanted : all.slice(0, 1);
  return Object.fromEntries(
    shown.map(([name, property]) => [name, exampleFor(owner, name, property, reading)]),
  );
}
