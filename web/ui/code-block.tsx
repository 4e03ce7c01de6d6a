import type { ReactNode } from "react";
import { classes } from "./classes.ts";
import { highlight, type PartKind } from "./highlight.ts";

const COLOURS = {
  comment: "text-muted",
  name: "text-accent",
  string: "text-good",
  number: "text-over",
  word: "text-over",
} as const satisfies Record<PartKind, string>;

function coloured(code: string): ReactNode[] {
  let at = 0;
  return highlight(code).map(([text, kind]) => {
    const key = at;
    at += text.length;
    return kind ? (
      <span key={key} className={COLOURS[kind]}>
        {text}
      </span>
    ) : (
      text
    );
  });
}

/** A block of code. Long lines wrap, so that they are visible without scrolling. */
export function CodeBlock({
  label,
  children,
  action,
  isShort = false,
}: {
  label: string;
  children: string;
  action?: ReactNode;
  /** Long code scrolls inside of the block. */
  isShort?: boolean;
}) {
  return (
    <figure className="min-w-0 overflow-hidden rounded-md border border-line bg-wash">
      <figcaption className="flex min-h-10 items-center justify-between gap-3 border-line border-b px-3.5 py-1 text-muted text-sm">
        <span>{label}</span>
        {action}
      </figcaption>
      <pre
        // A box that scrolls needs the keyboard's focus.
        tabIndex={isShort ? 0 : undefined}
        className={classes(
          "whitespace-pre-wrap p-3.5 font-mono text-[0.833rem] leading-relaxed [overflow-wrap:anywhere]",
          isShort && "max-h-96 overflow-y-auto -outline-offset-2",
        )}
      >
        <code>{coloured(children)}</code>
      </pre>
    </figure>
  );
}
