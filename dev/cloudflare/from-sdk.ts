/**
 * What the local Cloudflare is held to: types and operations of Cloudflare's SDK, which is made from its OpenAPI document.
 * The SDK has 17,000 files, so it is not part of the project's install.
 */
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { ROOT } from "../../tools/paths.ts";
import { printType } from "./print-type.ts";
import { OPERATIONS } from "./server.ts";

const FOLDER = join(import.meta.dirname, "sdk");
const RESOURCES = join(FOLDER, "node_modules", "cloudflare", "resources");
const CALL = /_client\.(getAPIList|get|post|put|patch|delete)\((?:path ?`([^`]+)`|'([^']+)')(.*)/g;

/** The types in use, by the SDK's file. A dot leads into a namespace. */
const TYPES: Readonly<Record<string, readonly string[]>> = {
  "accounts/accounts": ["Account"],
  "browser-rendering/devtools/session": ["SessionListResponse"],
  "d1/database/database": [
    "DatabaseCreateParams",
    "DatabaseExportParams",
    "DatabaseExportResponse",
    "DatabaseImportParams.Ingest",
    "DatabaseImportParams.Init",
    "DatabaseImportResponse",
    "DatabaseListResponse",
    "QueryResult",
  ],
  "email-sending/subdomains/subdomains": ["SubdomainListResponse"],
  "queues/consumers": ["Consumer.MqWorkerConsumerResponse", "ConsumerCreateParams.MqWorkerConsumerRequest"],
  "queues/queues": ["Queue", "QueueCreateParams"],
  "r2/buckets/buckets": ["Bucket", "BucketCreateParams"],
  "r2/buckets/lifecycle": ["LifecycleGetResponse", "LifecycleUpdateParams"],
  "r2/buckets/objects": ["ObjectListResponse", "ObjectUploadResponse"],
  "workers/domains": ["DomainListResponse", "DomainUpdateParams"],
  "workers/scripts/deployments": ["Deployment"],
  "workers/scripts/schedules": ["ScheduleGetResponse"],
  "workers/scripts/subdomain": ["SubdomainCreateParams", "SubdomainGetResponse"],
  "zones/zones": ["Zone"],
};

/** The operations of the local Cloudflare that the SDK calls too. */
function operations(): string[] {
  const published = calls();
  return Object.keys(OPERATIONS).filter((operation) => published.has(operation.replaceAll(/\{\w+\}/g, "{}")));
}

/** Each call of the SDK, as `GET /accounts/{}/queues`. */
function calls(): Set<string> {
  const files = readdirSync(RESOURCES, { recursive: true, encoding: "utf8" }).filter((file) =>
    file.endsWith(".mjs"),
  );
  const found = files.flatMap((file) =>
    [...readFileSync(join(RESOURCES, file), "utf8").matchAll(CALL)].map(
      ([, call = "", open, plain, rest = ""]) => {
        // A list can be read with POST.
        const [, listed = "get"] = /method: '(\w+)'/.exec(rest) ?? [];
        const method = call === "getAPIList" ? listed : call;
        return `${method.toUpperCase()} ${(open ?? plain ?? "").replaceAll(/\$\{[^}]+\}/g, "{}")}`;
      },
    ),
  );
  return new Set(found);
}

function types(): string {
  const files = Object.keys(TYPES).map((file) => join(RESOURCES, `${file}.d.ts`));
  const program = ts.createProgram(files, { module: ts.ModuleKind.NodeNext, strict: true, noEmit: true });
  const checker = program.getTypeChecker();
  const declarations = Object.entries(TYPES).flatMap(([file, names]) => {
    const source = program.getSourceFile(join(RESOURCES, `${file}.d.ts`));
    const module = source && checker.getSymbolAtLocation(source);
    if (!module) throw new Error(`The SDK has no ${file}.`);
    return names.map((name) => {
      let symbol: ts.Symbol | undefined = module;
      for (const part of name.split(".")) {
        const inside: ts.Symbol[] = symbol ? checker.getExportsOfModule(symbol) : [];
        symbol = inside.find((one) => one.name === part);
      }
      if (!symbol) throw new Error(`The SDK's ${file} has no ${name}.`);
      const text = printType(checker.getDeclaredTypeOfSymbol(symbol), checker);
      return `export type ${name.replaceAll(".", "")} = ${text};`;
    });
  });
  return [
    "/** Cloudflare's published types. `npm run cloudflare-api` writes this file. */",
    ...declarations,
  ].join("\n");
}

/** The files' texts by name. Installs the SDK. */
export function filesFromSdk(): Record<string, string> {
  execFileSync("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"], { cwd: FOLDER });
  const biome = join(ROOT, "node_modules", "@biomejs", "biome", "bin", "biome");
  const formatted = (name: string, input: string) =>
    execFileSync(biome, ["format", `--stdin-file-path=${name}`], { cwd: ROOT, input, encoding: "utf8" });
  return {
    "published-types.ts": formatted("types.ts", types()),
    "published-operations.json": formatted("operations.json", JSON.stringify(operations())),
  };
}
