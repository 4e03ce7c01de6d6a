import { useEffect } from "react";
import { useLocationProperty } from "wouter/use-browser-location";

/** Anchor of the address, with its #. The HTML of the build is that of an address without one. */
export function useHash(): string {
  return useLocationProperty(
    () => window.location.hash,
    () => "",
  );
}

/** Scrolls to the element that the address names, and moves the focus there, so that keyboards continue from it. */
export function useAnchor(): void {
  const hash = useHash();
  useEffect(() => {
    if (hash === "") return;
    const target = document.getElementById(decodeURIComponent(hash.slice(1)));
    if (!target) return;
    if (!target.hasAttribute("tabindex")) target.tabIndex = -1;
    target.scrollIntoView();
    target.focus({ preventScroll: true });
  }, [hash]);
}
