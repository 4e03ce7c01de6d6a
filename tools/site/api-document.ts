/** The API's OpenAPI document, read from its routes without starting a Worker. */

import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { OpenAPIHono } from "@hono/zod-openapi";
import { z } from "zod";
import { ROOT } from "../paths.ts";

/** A JSON schema, as far as the documentation shows it. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  additionalProperties?: boolean | Schema;
  oneOf?: Schema[];
  anyOf?: Schema[];
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  example?: unknown;
  description?: string;
  format?: string;
  minimum?: number;
  exclusiveMinimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
}

const Schema: z.ZodType<Schema> = z.lazy(() =>
  z.object({
    $ref: z.string().optional(),
    type: z.union([z.string(), z.array(z.string())]).optional(),
    properties: z.record(z.string(), Schema).optional(),
    required: z.array(z.string()).optional(),
    items: Schema.optional(),
    additionalProperties: z.union([z.boolean(), Schema]).optional(),
    oneOf: z.array(Schema).optional(),
    anyOf: z.array(Schema).optional(),
    enum: z.array(z.unknown()).optional(),
    const: z.unknown().optional(),
    default: z.unknown().optional(),
    example: z.unknown().optional(),
    description: z.string().optional(),
    format: z.string().optional(),
    minimum: z.number().optional(),
    exclusiveMinimum: z.number().optional(),
    maximum: z.number().optional(),
    minLength: z.number().optional(),
    maxLength: z.number().optional(),
    minItems: z.number().optional(),
    maxItems: z.number().optional(),
  }),
);

const Content = z.record(z.string(), z.object({ schema: Schema.optional() }));

const ApiOperation = z.object({
  tags: z.tuple([z.string()]),
  summary: z.string(),
  description: z.string().optional(),
  security: z.array(z.record(z.string(), z.array(z.string()))).default([]),
  parameters: z
    .array(
      z.object({
        in: z.string(),
        name: z.string(),
        required: z.boolean().default(false),
        description: z.string().optional(),
        example: z.unknown().optional(),
        schema: Schema,
      }),
    )
    .default([]),
  requestBody: z.object({ content: Content }).optional(),
  responses: z.record(
    z.string(),
    z.object({
      description: z.string(),
      content: Content.optional(),
      "x-codes": z.array(z.string()).default([]),
    }),
  ),
});
export type ApiOperation = z.infer<typeof ApiOperation>;

const ApiDocument = z.object({
  paths: z.record(z.string(), z.record(z.string(), ApiOperation)),
  components: z.object({ schemas: z.record(z.string(), Schema) }),
  tags: z.array(z.object({ name: z.string(), description: z.string() })),
});
export type ApiDocument = z.infer<typeof ApiDocument>;

const ApiModule = z.object({ app: z.instanceof(OpenAPIHono) });

/** What the API needs to describe itself. No request reaches the database. */
const BINDINGS = { PUBLIC_ORIGIN: "https://localhost", DB: {} };

/** Reads the document from the API's own routes. */
export async function readApiDocument(): Promise<ApiDocument> {
  // By its path, because the types of the Workers' `Env` do not go with Node's.
  const module: unknown = await import(pathToFileURL(join(ROOT, "worker-api", "app.ts")).href);
  const { app } = ApiModule.parse(module);
  const response = await app.request("/api/v1/openapi.json", {}, BINDINGS);
  return ApiDocument.parse(await response.json());
}
