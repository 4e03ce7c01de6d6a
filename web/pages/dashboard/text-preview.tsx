/** Shows the beginning of a text file. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Spinner } from "../../ui/spinner.tsx";

const MAX_BYTES = 4_000;

async function readBeginning(url: string, signal: AbortSignal): Promise<string> {
  const response = await fetch(url, { headers: { range: `bytes=0-${MAX_BYTES - 1}` }, signal });
  if (!response.ok) throw new Error(`The file has the status ${response.status}.`);
  // The last character may be cut.
  return (await response.text()).replace(/\uFFFD$/, "");
}

export function TextPreview({ url, label }: { url: string; label: string }) {
  // Every response with the job has a newly signed link to the same file. The first link avoids loading it again.
  const [firstUrl] = useState(url);
  const { data, isError } = useQuery({
    queryKey: ["text preview", firstUrl],
    queryFn: ({ signal }) => readBeginning(firstUrl, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (isError) return <p className="p-4 text-muted text-sm">This file has no preview.</p>;
  if (data === undefined)
    return (
      <div className="grid min-h-48 place-items-center">
        <Spinner label="Loading the preview…" />
      </div>
    );
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls needs the keyboard's focus.
    <section tabIndex={0} aria-label={label} className="max-h-96 overflow-auto p-3">
      <pre className="whitespace-pre-wrap text-xs [overflow-wrap:anywhere]">{data}</pre>
    </section>
  );
}
