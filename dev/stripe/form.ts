/** Reads Stripe's form encoding (`items[0][price]=…`) into a tree. Every value stays text. */

type Tree = { [key: string]: Branch };
type Branch = string | Tree | Branch[];

export function readForm(text: string): Tree {
  const root: Tree = {};
  for (const [name, value] of new URLSearchParams(text)) {
    const keys = name.split(/[[\]]+/).filter((key, index) => index === 0 || key !== "");
    if (name.endsWith("[]")) keys.push(String(countAt(root, keys)));
    place(root, keys, value);
  }
  return withLists(root);
}

function place(tree: Tree, keys: string[], value: string): void {
  const [key, ...rest] = keys;
  if (key === undefined || key === "__proto__") return;
  if (rest.length === 0) {
    tree[key] = value;
    return;
  }
  const inner = tree[key];
  const next = typeof inner === "object" && !Array.isArray(inner) ? inner : {};
  tree[key] = next;
  place(next, rest, value);
}

function countAt(tree: Tree, keys: string[]): number {
  let at: Tree[string] | undefined = tree;
  for (const key of keys) at = typeof at === "object" && !Array.isArray(at) ? at[key] : undefined;
  return typeof at === "object" ? Object.keys(at).length : 0;
}

function withLists(tree: Tree): Tree {
  const out: Tree = {};
  for (const [key, value] of Object.entries(tree))
    out[key] = typeof value === "string" ? value : branch(value);
  return out;
}

function branch(value: Tree | Branch[]): Branch {
  if (Array.isArray(value)) return value;
  const inner = withLists(value);
  const keys = Object.keys(inner);
  if (keys.length === 0 || keys.some((key, index) => key !== String(index))) return inner;
  return Object.values(inner);
}
