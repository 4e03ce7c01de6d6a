import { useState } from "react";
import type { JobView } from "#contract/job/view.ts";
import { KEY_PLACEHOLDER, LANGUAGES, type Language, snippet } from "../../snippets/languages.ts";
import { Choice } from "../../ui/choice.tsx";
import { CodeBlock } from "../../ui/code-block.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { changedOptions } from "./option-values.ts";

/** The request that makes the same job, without the options that have their default. */
export function JobCode({ job }: { job: JobView }) {
  const [language, setLanguage] = useState<Language>(LANGUAGES[0]);
  const options = changedOptions(job.options);
  const page = job.input === "url" ? { url: job.url } : { [job.input]: "…" };
  const base = job.input !== "url" && job.url ? { baseUrl: job.url } : {};
  const body = { ...page, ...base, ...(Object.keys(options).length > 0 && { options }) };
  const code = snippet(language, { method: "POST", path: "/jobs", body }, KEY_PLACEHOLDER);
  return (
    <div className="space-y-2">
      <Choice
        label="Language"
        bare
        value={language}
        options={LANGUAGES.map((name) => ({ value: name, label: name }))}
        onChange={setLanguage}
      />
      <CodeBlock label="Request" action={<CopyButton compact text={code} label="Copy the request" />}>
        {code}
      </CodeBlock>
    </div>
  );
}
