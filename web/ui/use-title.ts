import { useEffect } from "react";

/** The title that index.html gives. */
const OWN_TITLE = document.title;

/** The browser tab's title while a screen is shown; null for the product's own. */
export function useTitle(title: string | null): void {
  useEffect(() => {
    document.title = title === null ? OWN_TITLE : `${title} · Platen`;
  }, [title]);
}
