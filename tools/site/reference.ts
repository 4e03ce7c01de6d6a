/** The reference pages: the operations of the OpenAPI document by their tag. */
import type { Operation, ReferencePage } from "../../web/docs-content/content.ts";
import { type ApiDocument, type ApiOperation, readApiDocument } from "./api-document.ts";
import { exampleOf, parameterRow, rowsOf } from "./schema.ts";
import { slugOf } from "./slug.ts";

const ACCESS: Readonly<Record<string, string>> = {
  ApiKey: "API key (x-api-key)",
  Session: "sign-in session (Authorization: Bearer)",
  JobToken: "job token (Authorization: Bearer)",
};

/** A way of authentication in words, with the scope that an API key needs. */
function accessOf([name, scopes]: [name: string, scopes: string[]]): string {
  const words = ACCESS[name] ?? name;
  return scopes.length === 0 ? words : words.replace(")", `, scope ${scopes.join()})`);
}

const JSON_TYPE = "application/json";

const json = (value: unknown) => JSON.stringify(value, null, 2);

/** The beginning of a summary is the title: `Delete a key. Widgets that use it stop working` is `Delete a key`. */
function titleOf(summary: string): string {
  return summary.split(/[,.] /)[0] ?? summary;
}

function operationOf(path: string, method: string, call: ApiOperation, document: ApiDocument): Operation {
  const { schemas } = document.components;
  const request = { schemas, ofResponse: false };
  const reply = { schemas, ofResponse: true };
  const body = call.requestBody?.content[JSON_TYPE]?.schema;
  const title = titleOf(call.summary);
  const rest = title === call.summary ? "" : `${call.summary}.`;
  return {
    id: slugOf(method + path.replace("/api/v1", "").replaceAll("/", " ")),
    method: method.toUpperCase(),
    path,
    title,
    meaning: [rest, call.description ?? ""].filter((text) => text !== "").join(" "),
    access: call.security.flatMap((way) => Object.entries(way).map(accessOf)),
    parameters: call.parameters.map(({ name, required, description, schema, in: place }) => ({
      ...parameterRow(name, { description, ...schema }, required),
      place,
    })),
    body: body ? rowsOf(body, request) : [],
    example: body ? json(exampleOf(body, request)) : "",
    responses: Object.entries(call.responses)
      .filter(([status]) => status !== "default")
      .map(([status, { description, content }]) => {
        const schema = content?.[JSON_TYPE]?.schema;
        return {
          status,
          meaning: description,
          rows: schema ? rowsOf(schema, reply) : [],
          example: schema ? json(exampleOf(schema, reply)) : "",
        };
      }),
    codes: Object.values(call.responses).flatMap((response) => response["x-codes"]),
  };
}

export const referenceHref = (slug: string): `/${string}` => `/docs/api/${slug}`;

export interface NamedReference extends ReferencePage {
  slug: string;
}

export async function readReference(): Promise<NamedReference[]> {
  const document = await readApiDocument();
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, call]) => ({
      tag: call.tags[0],
      operation: operationOf(path, method, call, document),
    })),
  );
  return document.tags.map(({ name, description }) => ({
    kind: "reference",
    slug: slugOf(name),
    title: name,
    meaning: description,
    operations: operations.filter(({ tag }) => tag === name).map(({ operation }) => operation),
  }));
}
