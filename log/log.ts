/** The Workers' log: one line of JSON for each entry, with its level, message and fields. */
import { errorText } from "./error-text.ts";
import { redact } from "./redact.ts";

/** Workers Logs cuts an entry at 256 kB: https://developers.cloudflare.com/workers/observability/logs/workers-logs/ */
const MAX_FIELD_CHARS = 8_000;

/** Fields of an entry. `error` may be any thrown value; `errorText` makes its text. */
interface Fields {
  [name: string]: unknown;
  level?: never;
  message?: never;
}

/** Write one entry with the level of their name. They never throw. */
export const log = {
  error: (message: string, fields?: Fields) => console.error(toLine("error", message, fields)),
  warn: (message: string, fields?: Fields) => console.warn(toLine("warn", message, fields)),
  info: (message: string, fields?: Fields) => console.info(toLine("info", message, fields)),
};

function toLine(level: keyof typeof log, message: string, { error, ...fields }: Fields = {}): string {
  const texts = error === undefined ? {} : { error: errorText(error) };
  const entries = Object.entries({ level, message, ...fields, ...texts });
  const known = entries.filter(([, value]) => value !== undefined);
  return `{${known.map(([name, value]) => `${JSON.stringify(name)}:${toJson(value)}`).join(",")}}`;
}

function toJson(value: unknown): string {
  try {
    const json = JSON.stringify(value, withoutSecrets) ?? "null";
    return json.length <= MAX_FIELD_CHARS ? json : JSON.stringify(json.slice(0, MAX_FIELD_CHARS));
  } catch {
    return '"[not JSON]"';
  }
}

/** Errors become their text, because their properties contain what the text leaves out. */
function withoutSecrets(_name: string, value: unknown): unknown {
  if (value instanceof Error) return errorText(value);
  return typeof value === "string" ? redact(value) : value;
}
