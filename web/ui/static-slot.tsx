/**
 * The place of what is below the fold. The build writes it into the document of the landing page, where it stays as it
 * is, so that it needs no script. A visitor who comes from another screen loads it.
 */
import { createContext, lazy, type ReactNode, Suspense, useContext, useState } from "react";

const ID = "below-fold";
const BelowFold = lazy(async () => ({ default: (await import("./below-fold.tsx")).BelowFold }));

/** The content, for the build. Empty in the browser. */
export const BelowFoldContent = createContext<ReactNode>(null);

let written: string | null = null;

/** The HTML that the build has written; null if the visitor arrived on another screen. */
function writtenHtml(): string | null {
  written ??= document.getElementById(ID)?.innerHTML ?? null;
  return written;
}

function Loaded() {
  const [html] = useState(writtenHtml);
  if (html !== null) {
    // biome-ignore lint/security/noDangerouslySetInnerHtml: it is the build's own HTML, taken from the same place
    return <div id={ID} dangerouslySetInnerHTML={{ __html: html }} />;
  }
  return (
    <Suspense fallback={<div className="min-h-[160rem] sm:min-h-[120rem]" />}>
      <BelowFold />
    </Suspense>
  );
}

export function BelowFoldSlot() {
  const content = useContext(BelowFoldContent);
  return content ? <div id={ID}>{content}</div> : <Loaded />;
}
