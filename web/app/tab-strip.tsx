import type { ReactNode } from "react";
import { Link } from "wouter";
import { classes } from "../ui/classes.ts";

interface TabStripProps {
  label: string;
  tabs: readonly { href: string; label: string; current: boolean; badge?: ReactNode }[];
}

/** Screens side by side, each with an address. Wraps to a second line rather than hiding a tab. */
export function TabStrip({ label, tabs }: TabStripProps) {
  return (
    <nav aria-label={label} className="-mb-px flex flex-wrap gap-x-1">
      {tabs.map((tab) => (
        <Link
          key={tab.href}
          href={tab.href}
          aria-current={tab.current ? "page" : undefined}
          className={classes(
            "flex h-10 items-center gap-1.5 border-b-2 px-2.5 font-medium text-sm transition-colors",
            tab.current ? "border-accent text-ink" : "border-transparent text-muted hover:text-ink",
          )}
        >
          {tab.label}
          {tab.badge}
        </Link>
      ))}
    </nav>
  );
}
