import type { ReactNode } from "react";
import type { GuideElement, GuideNode } from "../../docs-content/content.ts";
import { CodeBlock } from "../../ui/code-block.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Table } from "../../ui/table.tsx";
import { DocsLink } from "./docs-link.tsx";

function textOf(node: GuideNode): string {
  return typeof node === "string" ? node : node.children.map(textOf).join("");
}

function elements({ children }: GuideElement): GuideElement[] {
  return children.filter((child) => typeof child !== "string");
}

function GuideTable({ node }: { node: GuideElement }) {
  const [head, body] = elements(node);
  const columns = (head ? elements(head) : []).flatMap(elements).map(textOf);
  const rows = body ? elements(body) : [];
  return (
    <Table
      label={columns.filter((column) => column !== "").join(", ")}
      columns={columns}
      rows={rows.map((row) => ({
        key: textOf(row),
        cells: elements(row).map((cell) => <GuideNodes key={textOf(cell)} nodes={cell.children} />),
      }))}
    />
  );
}

const LABELS: Readonly<Record<string, string>> = {
  sh: "Shell",
  json: "JSON",
  js: "JavaScript",
  ts: "TypeScript",
  html: "HTML",
};

function GuideCode({ node }: { node: GuideElement }) {
  const code = textOf(node);
  return (
    <CodeBlock
      label={LABELS[node.language ?? ""] ?? "Text"}
      action={<CopyButton compact text={code} label="Copy the code" />}
    >
      {code}
    </CodeBlock>
  );
}

function GuideLink({ href, children }: { href: string; children: ReactNode }) {
  const look = "text-accent underline [overflow-wrap:anywhere]";
  if (href.startsWith("/docs"))
    return (
      <DocsLink href={href} className={look}>
        {children}
      </DocsLink>
    );
  return (
    <a href={href} className={look} target="_blank" rel="noreferrer">
      {children}
    </a>
  );
}

function Heading({ node }: { node: GuideElement }) {
  const { id, tag } = node;
  const anchor = (
    <a href={`#${id}`} className="hover:underline">
      <GuideNodes nodes={node.children} />
    </a>
  );
  if (tag === "h2")
    return (
      <h2 id={id} className="scroll-mt-4 border-line border-t pt-6 text-xl outline-none not-first:mt-8">
        {anchor}
      </h2>
    );
  return (
    <h3 id={id} className="scroll-mt-4 pt-3 text-[1.133rem] outline-none">
      {anchor}
    </h3>
  );
}

function Node({ node }: { node: GuideElement }) {
  const inner = <GuideNodes nodes={node.children} />;
  switch (node.tag) {
    case "h2":
    case "h3":
    case "h4":
      return <Heading node={node} />;
    case "a":
      return <GuideLink href={node.href ?? ""}>{inner}</GuideLink>;
    case "table":
      return <GuideTable node={node} />;
    case "pre":
      return <GuideCode node={node} />;
    case "code":
      return (
        <code className="rounded-sm bg-wash px-1 py-px font-mono text-[0.9em] [overflow-wrap:anywhere]">
          {inner}
        </code>
      );
    case "img":
      return (
        <img
          src={node.href}
          alt={node.alt}
          loading="lazy"
          className="max-w-full rounded-md border border-line"
        />
      );
    case "ul":
      return <ul className="list-disc space-y-1.5 pl-6">{inner}</ul>;
    case "ol":
      return <ol className="list-decimal space-y-1.5 pl-6">{inner}</ol>;
    case "li":
      return <li>{inner}</li>;
    case "p":
      return <p className="max-w-[75ch]">{inner}</p>;
    case "strong":
      return <strong className="font-semibold">{inner}</strong>;
    case "em":
      return <em>{inner}</em>;
    case "br":
      return <br />;
    default:
      return inner;
  }
}

export function GuideNodes({ nodes }: { nodes: readonly GuideNode[] }): ReactNode {
  let at = 0;
  return nodes.map((node) => {
    at += 1;
    return typeof node === "string" ? node : <Node key={at} node={node} />;
  });
}
