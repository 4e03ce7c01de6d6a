/** The sections of a page of the reference or a guide. They are many, so they come after the page is drawn. */
import sections from "virtual:docs/sections";
import { SectionLinks } from "./section-links.tsx";

export function PageSections({ page, onLeave }: { page: string; onLeave: () => void }) {
  return <SectionLinks sections={sections[page] ?? []} onLeave={onLeave} />;
}
