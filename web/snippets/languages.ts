/** Code for a request in five languages, ready to run. */
import { curl, indented, json } from "./curl.ts";
import { type ApiRequest, headersOf } from "./request.ts";

export const LANGUAGES = ["curl", "JavaScript", "Python", "Go", "PHP"] as const;
export type Language = (typeof LANGUAGES)[number];

/** Replaces a real API key on the screen. */
export const HIDDEN_KEY = "sk_live_••••••••";

/** Entries of an object literal, or of a Python dictionary. */
function headerEntries(request: ApiRequest, key: string): string {
  return headersOf(request, key)
    .map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`)
    .join(", ");
}

function javascript(request: ApiRequest, key: string, base: string): string {
  const { method, path, body } = request;
  const headers = headerEntries(request, key);
  const sent = body === undefined ? "" : `\n  body: JSON.stringify(${indented(json(body), 2)}),`;
  return `const response = await fetch(${JSON.stringify(base + path)}, {
  method: "${method}",${headers && `\n  headers: { ${headers} },`}${sent}
});
console.log(response.status, await response.text());`;
}

/** A JSON value as a Python literal. `indent` is the number of spaces of its closing line. */
function python(value: unknown, indent: number): string {
  if (value === null) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (typeof value !== "object") return JSON.stringify(value);
  const isList = Array.isArray(value);
  const entries = Object.entries(value).map(([name, entry]) => {
    const item = python(entry, indent + 4);
    return `${" ".repeat(indent + 4)}${isList ? item : `${JSON.stringify(name)}: ${item}`},\n`;
  });
  const [open, close] = isList ? "[]" : "{}";
  if (entries.length === 0) return `${open}${close}`;
  return `${open}\n${entries.join("")}${" ".repeat(indent)}${close}`;
}

function pythonRequest(request: ApiRequest, key: string, base: string): string {
  const { method, path, body } = request;
  const headers = headerEntries({ ...request, body: undefined }, key);
  const sent = body === undefined ? "" : `\n    json=${python(body, 4)},`;
  return `import requests

response = requests.${method.toLowerCase()}(
    ${JSON.stringify(base + path)},${headers && `\n    headers={${headers}},`}${sent}
)
print(response.status_code, response.text)`;
}

/** A raw Go string, or a quoted one if the text contains a backtick. */
function goString(text: string): string {
  return text.includes("`") ? JSON.stringify(text) : `\`${text}\``;
}

function go(request: ApiRequest, key: string, base: string): string {
  const { method, path, body } = request;
  const reader = body === undefined ? "nil" : "strings.NewReader(body)";
  const declared = body === undefined ? "" : `\tbody := ${goString(json(body))}\n`;
  const headers = headersOf(request, key).map(
    ([name, value]) => `\n\treq.Header.Set(${JSON.stringify(name)}, ${JSON.stringify(value)})`,
  );
  const imports = ["fmt", "io", "net/http", ...(body === undefined ? [] : ["strings"])];
  return `package main

import (
${imports.map((name) => `\t"${name}"`).join("\n")}
)

func main() {
${declared}\treq, err := http.NewRequest("${method}", ${JSON.stringify(base + path)}, ${reader})
\tif err != nil {
\t\tpanic(err)
\t}${headers.join("")}
\tres, err := http.DefaultClient.Do(req)
\tif err != nil {
\t\tpanic(err)
\t}
\tdefer res.Body.Close()
\tdata, _ := io.ReadAll(res.Body)
\tfmt.Println(res.Status, string(data))
}`;
}

/** A single-quoted PHP string. */
function phpString(text: string): string {
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
}

function php(request: ApiRequest, key: string, base: string): string {
  const { method, path, body } = request;
  const headers = headersOf(request, key).map(([name, value]) => phpString(`${name}: ${value}`));
  const sent = body === undefined ? "" : `\n    CURLOPT_POSTFIELDS => ${phpString(json(body))},`;
  return `<?php
$request = curl_init(${phpString(base + path)});
curl_setopt_array($request, [
    CURLOPT_CUSTOMREQUEST => '${method}',
    CURLOPT_RETURNTRANSFER => true,
    CURLOPT_HTTPHEADER => [${headers.join(", ")}],${sent}
]);
$response = curl_exec($request);
echo curl_getinfo($request, CURLINFO_RESPONSE_CODE), ' ', $response;`;
}

const WRITERS = {
  curl,
  JavaScript: javascript,
  Python: pythonRequest,
  Go: go,
  PHP: php,
} as const satisfies Record<Language, (request: ApiRequest, key: string, base: string) => string>;

/** Code for the request in `language`. The API key is in the header. `base`: base URL of the API. */
export function snippet(language: Language, request: ApiRequest, key: string, base: string): string {
  return WRITERS[language](request, key, base);
}
