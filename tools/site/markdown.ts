/** Markdown as a tree that the site renders with its own components. */
import MarkdownIt from "markdown-it";
import type { GuideElement, GuideNode } from "../../web/docs-content/content.ts";
import { slugOf } from "./slug.ts";

// HTML is read so that the comments around the made tables do not become text. It is left out of the tree.
const parser = new MarkdownIt({ html: true, linkify: false });

type Token = ReturnType<typeof parser.parse>[number];

interface Open {
  tag: string;
  id?: string;
  href?: string;
  children: GuideNode[];
}

/** A link's or an image's address on the site; null for a link that is shown as text. */
export type Resolve = (address: string) => string | null;

function leaf(token: Token, resolve: Resolve): GuideNode | null {
  const { type, content, tag, info, children } = token;
  switch (type) {
    case "text":
      return content;
    case "softbreak":
      return " ";
    case "code_inline":
      return { tag: "code", children: [content] };
    case "fence":
    case "code_block":
      return { tag: "pre", language: info, children: [content.trimEnd()] };
    case "image":
      return {
        tag: "img",
        href: resolve(String(token.attrGet("src"))) ?? "",
        alt: (children ?? []).map((part) => part.content).join(""),
        children: [],
      };
    default:
      return tag === "br" || tag === "hr" ? { tag, children: [] } : null;
  }
}

/** The plain text of a tree. */
export function textOf(node: GuideNode): string {
  return typeof node === "string" ? node : node.children.map(textOf).join("");
}

function close(open: Open): GuideElement {
  return /^h\d$/.test(open.tag) ? { ...open, id: slugOf(textOf(open)) } : open;
}

function grow(tokens: readonly Token[], into: GuideNode[], resolve: Resolve): void {
  const stack: Open[] = [{ tag: "", children: into }];
  for (const token of tokens) {
    const top = stack.at(-1);
    if (!top) throw new Error("The Markdown closes more elements than it opens.");
    // The paragraphs of a tight list have no element of their own.
    if (token.hidden || token.type.startsWith("html_")) continue;
    if (token.type === "inline") grow(token.children ?? [], top.children, resolve);
    else if (token.nesting === 1) {
      const href = token.tag === "a" ? resolve(String(token.attrGet("href"))) : null;
      const tag = token.tag === "a" && href === null ? "span" : token.tag;
      stack.push({ tag, ...(href !== null && { href }), children: [] });
    } else if (token.nesting === -1) {
      stack.pop();
      stack.at(-1)?.children.push(close(top));
    } else {
      const node = leaf(token, resolve);
      if (node !== null) top.children.push(node);
    }
  }
}

export function markdownTree(markdown: string, resolve: Resolve): GuideNode[] {
  const nodes: GuideNode[] = [];
  grow(parser.parse(markdown, {}), nodes, resolve);
  return nodes;
}
