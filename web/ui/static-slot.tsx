/**
 * The place of static content that most readers reach late or never. The build writes it into the document, where it
 * stays as it is, so that it needs no script. A reader who comes from another screen, or is signed in, loads it.
 */
import { createContext, type ReactNode, Suspense, useContext, useState } from "react";

/** True in the build. */
export const IsBuild = createContext(false);

const written = new Map<string, string | null>();

/** The HTML that the build has written; null if the document of the first screen has none. */
function writtenHtml(id: string): string | null {
  const html = written.get(id) ?? document.getElementById(id)?.innerHTML ?? null;
  written.set(id, html);
  return html;
}

interface StaticSlotProps {
  /** Of the element around the content. */
  id: string;
  /** Shown while the content loads. */
  fallback: ReactNode;
  /** Whether the reader is near. Until then, content that the build has not written is not loaded. */
  isNear?: boolean;
  /** A lazy component. */
  children: ReactNode;
}

function Loaded({ id, fallback, isNear = true, children }: StaticSlotProps) {
  const [html] = useState(() => writtenHtml(id));
  if (html !== null) {
    // biome-ignore lint/security/noDangerouslySetInnerHtml: it is the build's own HTML, taken from the same place
    return <div id={id} dangerouslySetInnerHTML={{ __html: html }} />;
  }
  return isNear ? <Suspense fallback={fallback}>{children}</Suspense> : fallback;
}

export function StaticSlot(props: StaticSlotProps) {
  const isBuild = useContext(IsBuild);
  return isBuild ? <div id={props.id}>{props.children}</div> : <Loaded {...props} />;
}
