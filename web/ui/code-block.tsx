import type { ReactNode } from "react";

/** A block of code. Long lines wrap, so that all of the code is visible without scrolling. */
export function CodeBlock({
  label,
  children,
  action,
}: {
  label: string;
  children: string;
  action?: ReactNode;
}) {
  return (
    <figure className="min-w-0 overflow-hidden rounded-md border border-line bg-wash">
      <figcaption className="flex min-h-10 items-center justify-between gap-3 border-line border-b px-3.5 py-1 text-muted text-sm">
        <span>{label}</span>
        {action}
      </figcaption>
      <pre className="whitespace-pre-wrap p-3.5 font-mono text-[0.833rem] leading-relaxed [overflow-wrap:anywhere]">
        <code>{children}</code>
      </pre>
    </figure>
  );
}
