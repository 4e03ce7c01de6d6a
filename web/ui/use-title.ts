import { useEffect } from "react";

/** The title of index.html. */
const OWN_TITLE = document.title;

/** Sets the title of the browser tab while a screen is shown; null is the title of index.html. */
export function useTitle(title: string | null): void {
  useEffect(() => {
    document.title = title === null ? OWN_TITLE : `${title} · Platen`;
  }, [title]);
}
