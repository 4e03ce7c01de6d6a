/** The reference as Markdown, to copy. */
import { ERRORS } from "#contract/errors.ts";
import type { FieldRow, Operation, ReferencePage } from "../../docs-content/content.ts";
import { curl, KEY_PLACEHOLDER } from "../../snippets/curl.ts";
import { apiBase } from "../../snippets/request.ts";
import { requestOf } from "./operation-request.ts";

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll("|", "\\|").replaceAll("\n", " ")).join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}

function fields(title: string, rows: readonly FieldRow[]): string[] {
  if (rows.length === 0) return [];
  const cells = rows.map(({ path, type, bounds, fallback, required, meaning }) => [
    `\`${path}\``,
    bounds ? `${type}: ${bounds}` : type,
    required ? "required" : fallback,
    meaning,
  ]);
  return [`### ${title}`, table(["Field", "Type and values", "Default", "Meaning"], cells)];
}

const fence = (language: string, code: string) => `\`\`\`${language}\n${code}\n\`\`\``;

function errors(codes: readonly string[]): string[] {
  const rows = Object.entries(ERRORS)
    .filter(([code]) => codes.includes(code))
    .map(([code, { status, message, advice }]) => [`\`${code}\``, String(status), message, advice]);
  if (rows.length === 0) return [];
  return ["### Errors", table(["Code", "Status", "Meaning", "What to do"], rows)];
}

export function operationMarkdown(operation: Operation): string {
  const { title, method, path, meaning, access, parameters, body, responses, codes } = operation;
  const blocks = [
    `## ${title}`,
    `\`${method} ${path}\``,
    meaning,
    `Authentication: ${access.length === 0 ? "not needed" : access.join(", or ")}`,
    fence("sh", curl(requestOf(operation), KEY_PLACEHOLDER, apiBase(window.location.origin))),
    ...fields("Parameters", parameters),
    ...fields("Body", body),
    "### Responses",
    ...responses.flatMap((response) => [
      `\`${response.status}\`: ${response.meaning}`,
      ...(response.example ? [fence("json", response.example)] : []),
    ]),
    ...errors(codes),
  ];
  return blocks.filter((block) => block !== "").join("\n\n");
}

export function pageMarkdown({ title, meaning, operations }: ReferencePage): string {
  return [`# ${title}`, meaning, ...operations.map(operationMarkdown)].join("\n\n");
}
