import type { PageSection } from "../../docs-content/content.ts";
import { DocsLink } from "./docs-link.tsx";

interface SectionLinksProps {
  sections: readonly PageSection[];
  onLeave: () => void;
}

/** Links to the sections of the page that is shown. */
export function SectionLinks({ sections, onLeave }: SectionLinksProps) {
  if (sections.length === 0) return null;
  return (
    <ul className="my-1 ml-2 border-line border-l">
      {sections.map(({ href, title }) => (
        <li key={href}>
          <DocsLink
            href={href}
            onClick={onLeave}
            className="block py-1 pointer-coarse:py-[11px] pl-3 text-muted hover:text-ink"
          >
            {title}
          </DocsLink>
        </li>
      ))}
    </ul>
  );
}
