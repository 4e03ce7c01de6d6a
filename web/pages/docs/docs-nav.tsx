/** Side navigation and search. On small screens both are behind a button above the page. */

import { GROUPS } from "virtual:docs/contents";
import { lazy, Suspense, useEffect, useId, useRef, useState } from "react";
import type { PageEntry, PageSection } from "../../docs-content/content.ts";
import { Button } from "../../ui/button.tsx";
import { classes } from "../../ui/classes.ts";
import { DocsLink } from "./docs-link.tsx";
import { DocsSearch } from "./docs-search.tsx";
import { SectionLinks } from "./section-links.tsx";

const FIRST = { href: "/docs", title: "Overview" };
const FIRST_SECTIONS: readonly PageSection[] = [
  { href: "/docs#authentication", title: "Authentication" },
  { href: "/docs#jobs", title: "Try it" },
  { href: "/docs#conventions", title: "Requests and responses" },
  { href: "/docs#limits", title: "Limits" },
  { href: "/docs#errors", title: "Errors" },
];

const ALL = [{ title: "Start", pages: [FIRST] }, ...GROUPS];

const PageSections = lazy(async () => ({ default: (await import("./page-sections.tsx")).PageSections }));

interface PageLinksProps {
  page: PageEntry;
  isOpen: boolean;
  onLeave: () => void;
}

/** A page; its sections only while it is shown. */
function PageLinks({ page, isOpen, onLeave }: PageLinksProps) {
  return (
    <li>
      <DocsLink
        href={page.href}
        current={isOpen}
        onClick={onLeave}
        className={classes(
          "block rounded-sm px-2 py-1 pointer-coarse:py-[11px]",
          isOpen ? "bg-wash font-medium text-ink" : "text-muted hover:text-ink",
        )}
      >
        {page.title}
      </DocsLink>
      {isOpen &&
        (page.href === FIRST.href ? (
          <SectionLinks sections={FIRST_SECTIONS} onLeave={onLeave} />
        ) : (
          <Suspense>
            <PageSections page={page.href} onLeave={onLeave} />
          </Suspense>
        ))}
    </li>
  );
}

export function DocsNav({ path }: { path: string }) {
  const [isOpen, setOpen] = useState(false);
  const panel = useId();
  const page = path.replace(/(.)\/$/, "$1");
  const onLeave = () => setOpen(false);
  const box = useRef<HTMLElement>(null);

  useEffect(() => {
    const current = page && box.current?.querySelector<HTMLElement>("[aria-current]");
    if (current) box.current?.scrollTo({ top: current.offsetTop - 160 });
  }, [page]);

  return (
    <div className="max-lg:mb-6 lg:sticky lg:top-4 lg:h-[calc(100dvh-2rem)] lg:self-start">
      <div className="lg:hidden">
        <Button
          icon={isOpen ? "close" : "chevronDown"}
          aria-expanded={isOpen}
          aria-controls={panel}
          onClick={() => setOpen(!isOpen)}
        >
          Contents and search
        </Button>
      </div>
      <div id={panel} className={classes("flex h-full flex-col max-lg:mt-4", !isOpen && "max-lg:hidden")}>
        <DocsSearch onLeave={onLeave} />
        <nav
          ref={box}
          aria-label="Documentation"
          className="relative mt-4 space-y-5 text-sm lg:min-h-0 lg:flex-1 lg:overflow-y-auto lg:pb-4"
        >
          {ALL.map((group) => (
            <div key={group.title}>
              <p className="mb-1 px-2 font-medium">{group.title}</p>
              <ul>
                {group.pages.map((entry) => (
                  <PageLinks key={entry.href} page={entry} isOpen={entry.href === page} onLeave={onLeave} />
                ))}
              </ul>
            </div>
          ))}
        </nav>
      </div>
    </div>
  );
}
