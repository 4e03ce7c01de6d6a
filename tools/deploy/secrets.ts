/** The secrets of a deployment. Cloudflare never returns a secret, so generated ones are also kept in a local file. */
import { randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { parseEnv } from "node:util";
import { z } from "zod";

/** Made here if they are missing. */
const GENERATED = ["SEALING_KEY", "JOB_SEALING_KEY", "SIGNING_KEY"] as const;
/** Only an operator has them. */
const FOREIGN = [
  "STRIPE_SECRET_KEY",
  "STRIPE_WEBHOOK_SECRET",
  "TURNSTILE_SECRET_KEY",
  "ALERT_WEBHOOK_URL",
  "ADMIN_SECRET",
  "OTLP_HEADERS",
] as const;
/** What the environment of the command may give. Only a given secret replaces a deployed one. */
export const GIVEN = [...GENERATED, ...FOREIGN] as const;
/** A required secret of a part that is switched off. */
const OFF = "off";

const Kept = z.partialRecord(z.enum(GENERATED), z.string());

export function isGenerated(name: string): name is (typeof GENERATED)[number] {
  return GENERATED.some((one) => one === name);
}

function readKept(file: string): z.infer<typeof Kept> {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch {
    return {};
  }
  return Kept.parse(parseEnv(text));
}

function keep(file: string, name: (typeof GENERATED)[number], value: string): void {
  mkdirSync(dirname(file), { recursive: true });
  const lines = Object.entries({ ...readKept(file), [name]: value }).map(
    ([key, text]) => `${key}="${text}"\n`,
  );
  writeFileSync(file, lines.join(""), { mode: 0o600 });
}

/** The generated secret: the kept one, or a new one that is kept before it is used. */
function generate(file: string, name: (typeof GENERATED)[number]): string {
  const kept = readKept(file)[name];
  if (kept !== undefined) return kept;
  const value = randomBytes(32).toString("base64");
  keep(file, name, value);
  return value;
}

/** The generated secrets in the file. */
export function keptSecrets(file: string): string[] {
  return Object.keys(readKept(file));
}

/** The values of these secrets. A given key replaces the one in the file, so that the file never has an older one. */
export function secretValues(
  names: readonly string[],
  given: Readonly<Record<string, string>>,
  file: string,
): Record<string, string> {
  const values = names.map((name) => {
    if (!isGenerated(name)) return [name, given[name] ?? OFF];
    const value = given[name];
    if (value !== undefined && keptSecrets(file).includes(name)) keep(file, name, value);
    return [name, value ?? generate(file, name)];
  });
  return Object.fromEntries(values);
}
