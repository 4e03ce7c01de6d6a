/**
 * Build step: Svelte's runtime without what the widget never uses and the bundler cannot see to be unused: server-rendered
 * markup, error boundaries, awaited expressions, deep state. It saves 4 kB of 16, gzipped. The text that is replaced is
 * that of the pinned version; the build stops where it is not found.
 */
import type { Plugin } from "vite";

const BOUNDARY = `
  import { block, branch } from "../../reactivity/effects.js";
  export function boundary(anchor, _props, children) {
    block(() => {
      branch(() => children(anchor));
    });
  }
  export function pending() {}
`;

interface Cut {
  path: string;
  /** null = the whole module. */
  text: string | null;
  by: string;
}

const CUTS: readonly Cut[] = [
  { path: "dom/hydration.js", text: "export let hydrating = false", by: "export const hydrating = false" },
  { path: "dom/hydration.js", text: "\thydrating = value;", by: "" },
  { path: "dom/blocks/boundary.js", text: null, by: BOUNDARY },
  {
    path: "reactivity/async.js",
    text: "if (async.length === 0 && pending.length === 0)",
    by: "if (true)",
  },
  { path: "reactivity/sources.js", text: "should_proxy ? proxy(value) : value", by: "value" },
];

function cutFrom(code: string, { path, text, by }: Cut): string {
  if (text === null) return by;
  if (!code.includes(text)) throw new Error(`svelte: ${path} no longer contains ${JSON.stringify(text)}`);
  return code.replace(text, by);
}

export function slimSvelte(): Plugin {
  return {
    name: "slim-svelte",
    enforce: "pre",
    transform(code, id) {
      const cuts = CUTS.filter(({ path }) => id.endsWith(`svelte/src/internal/client/${path}`));
      return cuts.length > 0 ? cuts.reduce(cutFrom, code) : undefined;
    },
  };
}
