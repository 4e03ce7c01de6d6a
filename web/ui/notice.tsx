import type { ReactNode } from "react";
import { classes } from "./classes.ts";
import { Icon, type IconName } from "./icon.tsx";

const KINDS = {
  success: { icon: "check", look: "border-good/50 bg-good-wash text-good" },
  error: { icon: "alert", look: "border-bad/50 bg-bad-wash text-bad" },
  warning: { icon: "alert", look: "border-warn/50 bg-warn-wash text-warn" },
  over: { icon: "alert", look: "border-over/50 bg-over-wash text-over" },
  info: { icon: "mail", look: "border-accent/40 bg-accent-wash text-accent" },
} as const satisfies Record<string, { icon: IconName; look: string }>;
export type NoticeKind = keyof typeof KINDS;

interface NoticeProps {
  kind: NoticeKind;
  title?: string;
  children?: ReactNode;
  /** Right of the text; below it on small screens. */
  actions?: ReactNode;
  /** Screen readers announce it. Only for notices that appear after the page has loaded. */
  live?: boolean;
}

/** A message between other content, coloured by its kind. */
export function Notice({ kind, title, children, actions, live = false }: NoticeProps) {
  const { icon, look } = KINDS[kind];
  const role = kind === "error" ? "alert" : "status";
  return (
    <div
      role={live ? role : undefined}
      className={classes("flex flex-wrap items-start gap-x-3 gap-y-3 rounded-md border px-3.5 py-3", look)}
    >
      <div className="flex min-w-0 flex-1 basis-60 items-start gap-2.5">
        <span className="mt-[3px]">
          <Icon name={icon} />
        </span>
        <div className="min-w-0 flex-1 [overflow-wrap:anywhere]">
          {title && <p className="font-semibold">{title}</p>}
          {children && <div className={classes(title !== undefined && "mt-0.5 text-ink")}>{children}</div>}
        </div>
      </div>
      {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
    </div>
  );
}
