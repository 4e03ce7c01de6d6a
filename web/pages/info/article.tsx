import type { ReactNode } from "react";

interface Section {
  title: string;
  paragraphs: readonly ReactNode[];
}

/** A page of text: a title, one line below it, and sections. */
export function Article({
  title,
  note,
  sections,
}: {
  title: string;
  note: ReactNode;
  sections: readonly Section[];
}) {
  return (
    <article className="max-w-2xl">
      <h1 className="text-3xl">{title}</h1>
      <p className="mt-2 text-muted">{note}</p>
      {sections.map((section) => (
        <section key={section.title} className="mt-8">
          <h2 className="text-xl">{section.title}</h2>
          {section.paragraphs.map((paragraph, index) => (
            // The paragraphs are constants.
            // biome-ignore lint/suspicious/noArrayIndexKey: their order never changes
            <p key={index} className="mt-3">
              {paragraph}
            </p>
          ))}
        </section>
      ))}
    </article>
  );
}
