import { useEffect } from "react";
import { useLocationProperty } from "wouter/use-browser-location";

/** Scrolls to the element that the address names, and moves the focus there, so that keyboards continue from it. */
export function useAnchor(): void {
  const hash = useLocationProperty(() => window.location.hash);
  useEffect(() => {
    if (hash === "") return;
    const target = document.getElementById(decodeURIComponent(hash.slice(1)));
    if (!target) return;
    if (!target.hasAttribute("tabindex")) target.tabIndex = -1;
    target.scrollIntoView();
    target.focus({ preventScroll: true });
  }, [hash]);
}
