import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { experimental_getWranglerCommands } from "wrangler";
import { z } from "zod";
import { ROOT } from "./paths.ts";

const GUIDES = globSync(["*.md", "docs/*.md"], { cwd: ROOT });
/** Up to the end of the line or of the code; a line may continue after a backslash. */
const COMMAND = /\b(npx wrangler|npm run)(?: -s)? ((?:\\\n|[^`\n#])+)/g;
const FLAG = /(?<=\s)--?([a-z][\w-]*)/g;

const read = (path: string) => readFileSync(join(ROOT, path), "utf8");
const { scripts } = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(read("package.json")));
const { registry, globalFlags } = experimental_getWranglerCommands();
const Args = z.record(
  z.string(),
  z.looseObject({ alias: z.union([z.string(), z.array(z.string())]).optional() }),
);
const Command = z.object({ type: z.literal("command"), args: Args });

function wranglerFlags(words: readonly string[]): string[] | null {
  let node = registry;
  for (const word of words) node = node.subtree.get(word) ?? node;
  const command = Command.safeParse(node.definition);
  if (!command.success) return null;
  const args = Object.entries({ ...Args.parse(globalFlags), ...command.data.args });
  return args.flatMap(([name, { alias = [] }]) => [name, alias].flat());
}

/** The names that the code of the script and of its folder gives to options, among others. */
function scriptFlags(name: string): string[] | null {
  const [, path] = /([\w./-]+\.ts)/.exec(scripts[name] ?? "") ?? [];
  if (scripts[name] === undefined) return null;
  const files = path === undefined ? [] : globSync(`${dirname(path)}/*.ts`, { cwd: ROOT });
  const names = files.flatMap((file) => [...read(file).matchAll(/"?\b([a-z][\w-]*)"?:/g)]);
  return names.map(([, flag = ""]) => flag);
}

/** These read names and ids of the configuration, and wrangler.toml has those of local work. */
const NEEDS_CONFIGURATION = /^(d1|deployments|rollback|secret|versions) (?!(.*\s)?-c (dist\/|\$C))/s;

function fault(tool: string, line: string): string[] {
  const words = line.trim().split(/\s+/);
  const [name = ""] = words;
  const known = tool === "npm run" ? scriptFlags(name) : wranglerFlags(words);
  if (known === null || (tool !== "npm run" && NEEDS_CONFIGURATION.test(line))) return [`${tool} ${line}`];
  const flags = [...line.matchAll(FLAG)].map(([, flag = ""]) => flag);
  return flags.filter((flag) => !known.includes(flag)).map((flag) => `${tool} ${line}: ${flag}`);
}

test.for(GUIDES)("each command in %s exists, with its options", (guide) => {
  const commands = [...read(guide).matchAll(COMMAND)];
  expect(commands.flatMap(([, tool = "", line = ""]) => fault(tool, line))).toEqual([]);
});
