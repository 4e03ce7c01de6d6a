import { type ReactNode, useEffect, useRef } from "react";
import { Link } from "wouter";
import { classes } from "../ui/classes.ts";

interface TabStripProps {
  label: string;
  tabs: readonly { href: string; label: string; current: boolean; badge?: ReactNode }[];
}

/** Links to the screens as tabs. On a narrow screen the strip scrolls, with the current tab in view. */
export function TabStrip({ label, tabs }: TabStripProps) {
  const strip = useRef<HTMLElement>(null);
  const current = tabs.find((tab) => tab.current)?.href;

  useEffect(() => {
    const tab = current ? strip.current?.querySelector<HTMLElement>("[aria-current]") : null;
    if (tab) strip.current?.scrollTo({ left: tab.offsetLeft - 48 });
  }, [current]);

  return (
    <nav
      ref={strip}
      aria-label={label}
      className="strip-scroll relative -mx-4 -mb-px flex px-2 sm:-mx-2.5 sm:gap-x-1 sm:px-0"
    >
      {tabs.map((tab) => (
        <Link
          key={tab.href}
          href={tab.href}
          aria-current={tab.current ? "page" : undefined}
          className={classes(
            "flex h-10 pointer-coarse:h-touch shrink-0 items-center gap-1.5 border-b-2 px-1.5 font-medium text-sm transition-colors -outline-offset-2 min-[400px]:px-2 sm:px-2.5",
            tab.current
              ? "border-accent text-ink"
              : "border-transparent text-muted hover:text-ink forced-colors:border-[Canvas]",
          )}
        >
          {tab.label}
          {tab.badge}
        </Link>
      ))}
    </nav>
  );
}
