/** The package has no types of its own, and those of others are for an older markdown-it. */
declare module "markdown-it-footnote" {
  import type MarkdownIt from "markdown-it";
  export default function footnote(parser: MarkdownIt): void;
}
