/** States of a list or card: loading, empty, failed. */
import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import { classes } from "./classes.ts";
import { Icon, type IconName } from "./icon.tsx";

/** Grey bars in the place of content that is loading. */
export function Skeleton({ lines, className }: { lines: number; className?: string }) {
  return (
    <div role="status" aria-label="Loading…" className={classes("animate-pulse space-y-3", className)}>
      {Array.from({ length: lines }, (_, line) => line).map((line) => (
        <div key={line} className={classes("h-4 rounded-sm bg-wash", line === lines - 1 && "w-2/3")} />
      ))}
    </div>
  );
}

export function EmptyState({
  icon,
  title,
  children,
}: {
  icon: IconName;
  title: string;
  children: ReactNode;
}) {
  return (
    <div className="flex flex-col items-center rounded-md border border-line border-dashed px-4 py-8 text-center">
      <span className="text-muted">
        <Icon name={icon} size={22} />
      </span>
      <p className="mt-2 font-medium">{title}</p>
      <div className="mt-1 max-w-sm text-muted text-sm">{children}</div>
    </div>
  );
}

export function ErrorState({ message, onRetry }: { message: string; onRetry: () => void }) {
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center justify-between gap-3 rounded-md border border-bad/50 bg-bad-wash px-3.5 py-3 text-bad"
    >
      <span className="flex items-center gap-2.5">
        <Icon name="alert" />
        {message}
      </span>
      <Button size="small" icon="refresh" onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}
