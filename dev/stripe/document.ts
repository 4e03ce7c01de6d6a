/** Stripe's API as its document declares it: validators for requests, answers and events, and empty objects. */
import { readFileSync } from "node:fs";
import { Ajv, type ErrorObject, type ValidateFunction } from "ajv";
import { z } from "zod";

const Node = z.record(z.string(), z.unknown());
type Node = z.infer<typeof Node>;

const Content = z.object({ content: z.record(z.string(), z.object({ schema: Node })) });
const Operation = z.object({
  parameters: z.array(
    z.object({ name: z.string(), in: z.string(), required: z.boolean().optional(), schema: Node }),
  ),
  requestBody: Content.optional(),
  responses: z.record(z.string(), Content),
});
const Document = z.object({
  info: z.object({ version: z.string() }),
  paths: z.record(z.string(), z.record(z.string(), Operation)),
  components: z.object({ schemas: z.record(z.string(), Node) }),
});

const document = Document.parse(JSON.parse(readFileSync(new URL("./openapi.json", import.meta.url), "utf8")));
export const API_VERSION = document.info.version;

const REF = "#/components/schemas/";
const SUBSCHEMA_KEYS = new Set(["items", "anyOf", "oneOf", "allOf", "additionalProperties"]);

/** OpenAPI 3.0 → JSON Schema: `nullable` becomes a union with null, and an object has the declared fields only. */
function toJsonSchema(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(toJsonSchema);
  const parsed = Node.safeParse(node);
  if (!parsed.success) return node;
  const { nullable, ...rest } = parsed.data;
  const schema: Node = {};
  for (const [key, value] of Object.entries(rest)) {
    if (key === "properties") schema[key] = mapValues(Node.parse(value), toJsonSchema);
    else if (key === "$ref") schema[key] = String(value).replace(REF, "stripe#/$defs/");
    else schema[key] = SUBSCHEMA_KEYS.has(key) ? toJsonSchema(value) : value;
  }
  if ("properties" in schema && !("additionalProperties" in schema)) schema.additionalProperties = false;
  return nullable === true ? { anyOf: [schema, { type: "null" }] } : schema;
}

function mapValues(object: Node, change: (value: unknown) => unknown): Node {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value)]));
}

const formats = { "unix-time": true, decimal: true, "unix-seconds": true } as const;
const definitions = { $id: "stripe", $defs: mapValues(document.components.schemas, toJsonSchema) };
/** Form fields arrive as text, so that requests are coerced to the declared types. */
const requests = new Ajv({ strict: false, coerceTypes: true, formats, validateFormats: false });
const answers = new Ajv({ strict: false, formats, validateFormats: false });
requests.addSchema(definitions);
answers.addSchema(definitions);

const compiled = new Map<string, ValidateFunction>();

function validator(key: string, ajv: Ajv, schema: () => unknown): ValidateFunction {
  const known = compiled.get(key);
  if (known) return known;
  const made = ajv.compile(Node.parse(schema()));
  compiled.set(key, made);
  return made;
}

function operation(method: string, path: string): z.infer<typeof Operation> | undefined {
  return document.paths[path]?.[method.toLowerCase()];
}

/** The path template (`/v1/customers/{id}`) that a path belongs to, with its parameters. */
export function matchPath(
  method: string,
  path: string,
): { template: string; params: Record<string, string> } | null {
  const parts = path.split("/");
  for (const template of Object.keys(document.paths)) {
    const names = template.split("/");
    if (names.length !== parts.length || !operation(method, template)) continue;
    const params: Record<string, string> = {};
    const fits = names.every((name, i) => {
      const part = parts[i] ?? "";
      if (!name.startsWith("{")) return name === part;
      params[name.slice(1, -1)] = decodeURIComponent(part);
      return true;
    });
    const literal = Object.values(params).every((value) => !document.paths[template.replace("{id}", value)]);
    if (fits && literal) return { template, params };
  }
  return null;
}

function requestSchema(method: string, template: string): unknown {
  const found = operation(method, template);
  const body = found?.requestBody?.content["application/x-www-form-urlencoded"]?.schema;
  if (body) return toJsonSchema(body);
  const query = (found?.parameters ?? []).filter((parameter) => parameter.in === "query");
  return {
    type: "object",
    properties: Object.fromEntries(query.map((one) => [one.name, toJsonSchema(one.schema)])),
    required: query.filter((one) => one.required).map((one) => one.name),
    additionalProperties: false,
  };
}

/** What is wrong with a request's fields (which are coerced in place), or null. */
export function requestFault(method: string, template: string, fields: Node): string | null {
  const validate = validator(`> ${method} ${template}`, requests, () => requestSchema(method, template));
  return validate(fields) ? null : describe(validate.errors);
}

/** What is wrong with an answer, or null. */
export function answerFault(method: string, template: string, status: number, body: unknown): string | null {
  const responses = operation(method, template)?.responses;
  const content = (status === 200 ? responses?.["200"] : responses?.default)?.content;
  const schema = content?.["application/json"]?.schema;
  const validate = validator(`< ${method} ${template} ${status === 200}`, answers, () =>
    toJsonSchema(schema ?? {}),
  );
  return validate(body) ? null : describe(validate.errors);
}

/** What is wrong with an object that is sent outside an answer (an event and what it carries), or null. */
export function objectFault(name: string, body: unknown): string | null {
  const validate = validator(`= ${name}`, answers, () => ({ $ref: `stripe#/$defs/${name}` }));
  return validate(body) ? null : describe(validate.errors);
}

function describe(errors: ErrorObject[] | null | undefined): string {
  return (errors ?? []).map((e) => `${e.instancePath} ${e.message} ${JSON.stringify(e.params)}`).join("; ");
}

/** The smallest object that the document allows, for a view to fill in. */
export function blank(name: string): Node {
  return Node.parse(empty({ $ref: REF + name }));
}

function empty(node: Node): unknown {
  if (node.nullable === true) return null;
  if (typeof node.$ref === "string")
    return empty(document.components.schemas[node.$ref.slice(REF.length)] ?? {});
  if (Array.isArray(node.anyOf)) return empty(Node.parse(node.anyOf[0]));
  if (Array.isArray(node.enum)) return node.enum[0];
  if (node.type === "object") {
    const required = z.array(z.string()).parse(node.required ?? []);
    const properties = Node.parse(node.properties ?? {});
    return Object.fromEntries(required.map((key) => [key, empty(Node.parse(properties[key]))]));
  }
  return { array: [], integer: 0, number: 0, boolean: false, string: "" }[String(node.type)];
}
