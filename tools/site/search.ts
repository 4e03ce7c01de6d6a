/** What the search of the documentation finds. */
import { ERRORS } from "#contract/errors.ts";
import type { Operation, SearchEntry } from "../../web/docs-content/content.ts";
import { guideHref, type NamedGuide } from "./guides.ts";
import { type NamedReference, referenceHref } from "./reference.ts";

function ofOperation(
  page: string,
  { id, title, method, path, meaning, parameters, body }: Operation,
): SearchEntry[] {
  const href = `${page}#${id}`;
  const call = `${method} ${path}`;
  const fields = [...parameters, ...body].map((row) => ({
    title: row.path,
    place: call,
    text: row.meaning,
    href: `${page}#${id}.${row.path}`,
  }));
  return [{ title, place: call, text: meaning, href }, ...fields];
}

export function searchEntries(
  references: readonly NamedReference[],
  guides: readonly NamedGuide[],
): SearchEntry[] {
  return [
    ...references.flatMap(({ slug, operations }) =>
      operations.flatMap((operation) => ofOperation(referenceHref(slug), operation)),
    ),
    ...Object.entries(ERRORS).map(([code, { message }]) => ({
      title: code,
      place: "Error",
      text: message,
      href: `/docs#error-${code}`,
    })),
    ...guides.flatMap(({ slug, title, sections }) => [
      { title, place: "Guide", text: "", href: guideHref(slug) },
      ...sections.map((section) => ({
        title: section.title,
        place: title,
        text: section.text,
        href: `${guideHref(slug)}#${section.id}`,
      })),
    ]),
  ];
}
