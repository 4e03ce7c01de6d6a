import type { Operation } from "../../docs-content/content.ts";
import type { ApiRequest } from "../../snippets/request.ts";
import type { Tone } from "../../ui/badge.tsx";

export const METHOD_TONES = {
  POST: "accent",
  PUT: "accent",
  PATCH: "accent",
  GET: "good",
  DELETE: "bad",
} as const satisfies Record<ApiRequest["method"], Tone>;

function isMethod(method: string): method is ApiRequest["method"] {
  return method in METHOD_TONES;
}

/** `{publicKey}` becomes `PUBLIC_KEY`: shells and curl read braces as their own. */
function placeholders(path: string): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => name.replace(/(?=[A-Z])/g, "_").toUpperCase());
}

/** The example request of a call. */
export function requestOf({ method, path, access, example, parameters }: Operation): ApiRequest {
  const query = parameters.filter(({ place, required }) => place === "query" && required);
  const search = query.map(({ path: name, bounds }) => `${name}=${bounds.split(", ")[0] ?? ""}`).join("&");
  const [first = ""] = access;
  return {
    method: isMethod(method) ? method : "GET",
    path: placeholders(path.replace("/api/v1", "")) + (search && `?${search}`),
    body: example === "" ? undefined : JSON.parse(example),
    access: first === "" ? "open" : first.includes("x-api-key") ? "key" : "token",
  };
}
