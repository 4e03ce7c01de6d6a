/** A request as a curl command. Apart from the other languages, so that the landing page loads only this one. */
import { type ApiRequest, headersOf } from "./request.ts";

/** Placeholder for the API key of the reader. */
export const KEY_PLACEHOLDER = "sk_live_YOUR_KEY";

export function json(body: unknown, indent = 2): string {
  return JSON.stringify(body, null, indent);
}

/** A single-quoted word of a POSIX shell. */
function shell(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

export function indented(text: string, spaces: number): string {
  return text.replaceAll("\n", `\n${" ".repeat(spaces)}`);
}

export function curl(request: ApiRequest, key: string, base: string): string {
  const { method, path, body } = request;
  const lines = [
    `curl${method === "GET" ? "" : ` -X ${method}`} ${shell(base + path)}`,
    ...headersOf(request, key).map(([name, value]) => `-H ${shell(`${name}: ${value}`)}`),
  ];
  if (body !== undefined) lines.push(`-d ${shell(indented(json(body), 2))}`);
  return lines.join(" \\\n  ");
}
