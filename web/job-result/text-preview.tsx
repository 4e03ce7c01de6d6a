/** Shows the beginning of a text file. */
import { useEffect, useState } from "react";
import { Spinner } from "../ui/spinner.tsx";

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
  const [text, setText] = useState<string | null>(null);
  const [failed, setFailed] = useState(false);

  useEffect(() => {
    const leaving = new AbortController();
    readBeginning(firstUrl, leaving.signal).then(setText, (error: unknown) => {
      if (leaving.signal.aborted) return;
      console.error("The preview could not be loaded.", error);
      setFailed(true);
    });
    return () => leaving.abort();
  }, [firstUrl]);

  if (failed) return <p className="p-4 text-muted text-sm">This file has no preview.</p>;
  if (text === null)
    return (
      <div className="grid min-h-48 place-items-center">
        <Spinner label="Loading the preview…" />
      </div>
    );
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls needs the keyboard's focus.
    <section tabIndex={0} aria-label={label} className="max-h-96 overflow-auto p-3">
      <pre className="whitespace-pre-wrap text-xs [overflow-wrap:anywhere]">{text}</pre>
    </section>
  );
}
