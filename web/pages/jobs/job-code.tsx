import { useState } from "react";
import type { JobView } from "#contract/job/view.ts";
import { CodeSample } from "../../snippets/code-sample.tsx";
import { LANGUAGES, type Language } from "../../snippets/languages.ts";
import { changedOptions } from "./option-values.ts";

/** The request that makes the same job, without the options that have their default. */
export function JobCode({ job }: { job: JobView }) {
  const [language, setLanguage] = useState<Language>(LANGUAGES[0]);
  const options = changedOptions(job.options);
  const page = job.input === "url" ? { url: job.url } : { [job.input]: "…" };
  const base = job.input !== "url" && job.url ? { baseUrl: job.url } : {};
  const body = { ...page, ...base, ...(Object.keys(options).length > 0 && { options }) };
  const request = { method: "POST", path: "/jobs", body } as const;
  return <CodeSample request={request} language={language} onLanguage={setLanguage} />;
}
