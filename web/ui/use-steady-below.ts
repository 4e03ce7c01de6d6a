import { type RefObject, useEffect } from "react";

/**
 * Scrolls by as much as the element grows when its content replaces the fallback, if the reader sees what follows the
 * element. The browser itself keeps the element's beginning in place, so that what follows would leave the window, with the
 * focus. Off, the reader is led to a place inside of the element.
 */
export function useSteadyBelow(place: RefObject<HTMLElement | null>, isOff: boolean): void {
  useEffect(() => {
    const element = place.current;
    if (!element || isOff) return;
    const { height } = element.getBoundingClientRect();
    const observer = new ResizeObserver(() => {
      const { top, bottom, height: grown } = element.getBoundingClientRect();
      const growth = grown - height;
      if (growth === 0) return;
      observer.disconnect();
      const bottomBefore = bottom - growth;
      const seesBelow = top < 0 && bottomBefore > 0 && bottomBefore < innerHeight;
      if (seesBelow) scrollBy({ top: growth, behavior: "instant" });
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [place, isOff]);
}
