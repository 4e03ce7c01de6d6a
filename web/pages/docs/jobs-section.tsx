/** The three endpoints to try. */
import type { Language } from "../../snippets/languages.ts";
import type { CardProps } from "./card-props.ts";
import { CreateJobCard } from "./create-job-card.tsx";
import { JobCard } from "./job-card.tsx";
import { useKeptDocs } from "./kept-docs.ts";
import { useFieldValues } from "./use-field-values.ts";

export function JobsSection({ apiKey }: Pick<CardProps, "apiKey">) {
  const [values, onValue] = useFieldValues();
  const [{ language }, keep] = useKeptDocs();
  const shared = {
    values,
    onValue,
    apiKey,
    language,
    onLanguage: (next: Language) => keep({ language: next }),
  };
  return (
    <div className="space-y-5">
      <CreateJobCard {...shared} />
      <JobCard {...shared} method="GET" />
      <JobCard {...shared} method="DELETE" />
    </div>
  );
}
