/** Checks a page tree before pdf-lib walks it, which it does without looking where it has been. */
import { type PDFDocument, PDFPageTree } from "@cantoo/pdf-lib";

const MAX_DEPTH = 64;
/** Pages and nodes between them. */
const MAX_NODES = 100_000;

/** Throws when a node holds itself, is held twice, lies too deep, or the tree is too large. */
export function checkPageTree({ catalog, context }: PDFDocument): void {
  const seen = new Set<unknown>();
  let nodes = 0;
  const visit = (node: unknown, depth: number): void => {
    nodes += 1;
    if (nodes > MAX_NODES) throw new Error("The page tree is too large.");
    if (!(node instanceof PDFPageTree)) return;
    if (seen.has(node)) throw new Error("The page tree holds a node twice.");
    if (depth > MAX_DEPTH) throw new Error("The page tree is too deep.");
    seen.add(node);
    for (const kid of node.Kids().asArray()) visit(context.lookup(kid), depth + 1);
  };
  visit(catalog.Pages(), 0);
}
