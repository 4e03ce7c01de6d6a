/** The operations in the service's OpenAPI document. */
import { z } from "zod";

/** The keywords of JSON Schema that the generators read. */
export interface Schema {
  $ref?: string | undefined;
  type?: string | string[] | undefined;
  enum?: unknown[] | undefined;
  properties?: Record<string, Schema> | undefined;
  required?: string[] | undefined;
  items?: Schema | undefined;
  oneOf?: Schema[] | undefined;
  minimum?: number | undefined;
  maximum?: number | undefined;
  format?: string | undefined;
}

const Schema: z.ZodType<Schema> = z.lazy(() =>
  z.object({
    $ref: z.string().optional(),
    type: z.union([z.string(), z.array(z.string())]).optional(),
    enum: z.array(z.unknown()).optional(),
    properties: z.record(z.string(), Schema).optional(),
    required: z.array(z.string()).optional(),
    items: Schema.optional(),
    oneOf: z.array(Schema).optional(),
    minimum: z.number().optional(),
    maximum: z.number().optional(),
    format: z.string().optional(),
  }),
);

const Described = z.object({
  tags: z.array(z.string()),
  security: z.array(z.record(z.string(), z.unknown())).default([]),
  parameters: z
    .array(z.object({ in: z.enum(["path", "query", "header"]), name: z.string(), schema: Schema }))
    .default([]),
  requestBody: z
    .object({ content: z.object({ "application/json": z.object({ schema: Schema }) }) })
    .optional(),
});

const Document = z.object({
  paths: z.record(z.string(), z.record(z.string(), Described)),
  components: z.object({ schemas: z.record(z.string(), Schema) }),
});

export interface Operation {
  /** `POST /api/v1/jobs` */
  name: string;
  tag: string;
  method: string;
  path: string;
  /** Names of the accepted security schemes. Empty: no authentication. */
  schemes: string[];
  parameters: z.infer<typeof Described>["parameters"];
  body: Schema | null;
}

export interface Api {
  operations: Operation[];
  resolve(schema: Schema): Schema;
}

/** Stripe's webhook is not in the document, but anyone can call it. */
const WEBHOOK: Operation = {
  name: "POST /api/v1/stripe/webhook",
  tag: "Billing",
  method: "POST",
  path: "/api/v1/stripe/webhook",
  schemes: [],
  parameters: [],
  body: { type: "object", properties: { id: { type: "string" }, type: { type: "string" } } },
};

export async function readApi(baseUrl: string): Promise<Api> {
  const response = await fetch(`${baseUrl}/api/v1/openapi.json`);
  const { paths, components } = Document.parse(await response.json());
  const described = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([verb, { tags, security, parameters, requestBody }]): Operation => ({
        name: `${verb.toUpperCase()} ${path}`,
        tag: tags[0] ?? "",
        method: verb.toUpperCase(),
        path,
        schemes: security.flatMap((way) => Object.keys(way)),
        parameters,
        body: requestBody?.content["application/json"].schema ?? null,
      }),
    ),
  );
  return {
    operations: [...described, WEBHOOK],
    resolve: ({ $ref, ...schema }) =>
      $ref === undefined ? schema : (components.schemas[$ref.split("/").at(-1) ?? ""] ?? {}),
  };
}
