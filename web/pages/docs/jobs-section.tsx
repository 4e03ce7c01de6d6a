/** The three endpoints to try. Their field values are kept in the address of the page. */
import { useState } from "react";
import { useSearchParams } from "wouter";
import { LANGUAGES, type Language } from "../../snippets/languages.ts";
import { CREATE_FIELDS } from "./create-fields.ts";
import { CreateJobCard } from "./create-job-card.tsx";
import { JobCard } from "./job-card.tsx";

const NAMES = [...CREATE_FIELDS.map(({ path }) => path), "jobId"];
const UNKEPT = new Set(CREATE_FIELDS.filter(({ unkept }) => unkept).map(({ path }) => path));

/** Field values from the query string. Secrets are not among them, because addresses are stored and shared. */
function useFieldValues() {
  const [query, setQuery] = useSearchParams();
  const [unkept, setUnkept] = useState<Record<string, string>>({});
  const textOf = (name: string) => (UNKEPT.has(name) ? unkept[name] : query.get(name)) ?? "";
  const values = new Map(NAMES.map((name) => [name, textOf(name)]));
  function setValue(name: string, value: string) {
    if (UNKEPT.has(name)) {
      setUnkept((previous) => ({ ...previous, [name]: value }));
      return;
    }
    setQuery(
      (previous) => {
        const next = new URLSearchParams(previous);
        if (value) next.set(name, value);
        else next.delete(name);
        return next;
      },
      { replace: true },
    );
  }
  return [values, setValue] as const;
}

export function JobsSection({ apiKey }: { apiKey: string }) {
  const [values, onValue] = useFieldValues();
  const [language, onLanguage] = useState<Language>(LANGUAGES[0]);
  const shared = { values, onValue, apiKey, language, onLanguage };
  return (
    <div className="space-y-5">
      <CreateJobCard {...shared} />
      <JobCard {...shared} method="GET" />
      <JobCard {...shared} method="DELETE" />
    </div>
  );
}
