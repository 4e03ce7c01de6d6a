import { useEffect } from "react";

/** Sets the title of the browser tab while a screen is shown. null: a part of the screen sets it. */
export function useTitle(title: string | null): void {
  useEffect(() => {
    if (title !== null) document.title = title;
  }, [title]);
}
