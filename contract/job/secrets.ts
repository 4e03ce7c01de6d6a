/** Options whose entries are marked `secret`: what is shown in place of their values, and which options have such values. */
import { type Group, isOption, type Option } from "./option.ts";
import { OPTIONS } from "./options.ts";

/** Shown in place of a secret. A request with it is refused, because it would send this word to the page. */
export const HIDDEN = "[hidden]";

type Node = Option | Group;
type Change = (value: unknown, path: string[]) => unknown;

function isValues(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function mapValues(value: unknown, change: (one: unknown, name: string) => unknown): unknown {
  if (!isValues(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, change(one, name)]));
}

function changeGroup(group: Group, value: unknown, path: string[], change: Change): unknown {
  return mapValues(value, (one, name) => {
    const node = group[name];
    return node ? changeNode(node, one, [...path, name], change) : one;
  });
}

/** A copy of the value in which `change` has replaced each secret. */
function changeNode(node: Node, value: unknown, path: string[], change: Change): unknown {
  if (value === undefined) return value;
  if (!isOption(node)) return changeGroup(node, value, path, change);
  if (node.kind === "list" && Array.isArray(value)) {
    return value.map((item, index) => changeGroup(node.item, item, [...path, String(index)], change));
  }
  if (!node.secret) return value;
  return isValues(value)
    ? mapValues(value, (one, name) => change(one, [...path, name]))
    : change(value, path);
}

/** Whether values of the option are secrets, or have some inside. */
export function isSecret(option: Option): boolean {
  if (option.kind !== "list") return option.secret === true;
  return Object.values(option.item).some((node) => isOption(node) && isSecret(node));
}

/** Paths and values of the secrets. */
function secretValues(options: object): [path: string[], value: unknown][] {
  const found: [string[], unknown][] = [];
  changeGroup(OPTIONS, options, [], (value, path) => {
    if (value !== undefined) found.push([path, value]);
    return value;
  });
  return found;
}

/** Paths of the secrets. */
export function secretPaths(options: object): string[][] {
  return secretValues(options).map(([path]) => path);
}

/** The options with HIDDEN in place of each secret. */
export function hideSecrets(options: unknown): unknown {
  return changeGroup(OPTIONS, options, [], () => HIDDEN);
}

/** The options and groups of options that have secrets, with all their values; null without any. */
export function secretsOf(options: object): Record<string, unknown> | null {
  const names = new Set(secretPaths(options).map(([name]) => name));
  const found = Object.entries(options).filter(([name]) => names.has(name));
  return found.length > 0 ? Object.fromEntries(found) : null;
}

/** Paths of the secrets that have HIDDEN as their value. */
export function hiddenPaths(options: object): string[][] {
  return secretValues(options).flatMap(([path, value]) => (value === HIDDEN ? [path] : []));
}
