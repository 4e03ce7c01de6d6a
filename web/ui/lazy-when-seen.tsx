import { type FunctionComponent, lazy, useEffect } from "react";

/** Events of a move to another screen. wouter sends the second one. */
const LEAVING = ["popstate", "pushState"];

/** Resolves once the element is in the window, or when the reader leaves the screen. */
function seen(element: HTMLElement): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      observer.disconnect();
      for (const name of LEAVING) window.removeEventListener(name, done);
      resolve();
    };
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) done();
    });
    observer.observe(element);
    for (const name of LEAVING) window.addEventListener(name, done);
  });
}

/** Without its script, a part stays as the build has written it. */
const NEVER = new Promise<never>(() => {});

/**
 * Remembers the last button in the element that was clicked before React listened to it. React stops such a click at its
 * root, so it is heard above the root; one that comes up again has reached its button.
 */
function watchLostClicks(element: HTMLElement) {
  let lost: HTMLElement | null = null;
  const onWayDown = ({ target }: Event) => {
    if (target instanceof Element && element.contains(target)) lost = target.closest("button");
  };
  const onWayUp = ({ target }: Event) => {
    if (target instanceof Element && element.contains(target)) lost = null;
  };
  document.addEventListener("click", onWayDown, true);
  document.addEventListener("click", onWayUp);
  return {
    replay() {
      document.removeEventListener("click", onWayDown, true);
      document.removeEventListener("click", onWayUp);
      lost?.click();
      lost = null;
    },
  };
}

/**
 * Like `lazy`, for content that the build has written into the element `id`: its script is loaded when the element is
 * seen. A button that is clicked earlier acts once the script is there. Without the element, as on the way from another
 * screen, the script is loaded at once.
 */
export function lazyWhenSeen(id: string, load: () => Promise<FunctionComponent>) {
  return lazy(async () => {
    const element = typeof document === "undefined" ? null : document.getElementById(id);
    const clicks = element && watchLostClicks(element);
    if (element) await seen(element);
    const Content = await load().catch((error: unknown) => {
      console.error("A part of the page could not be loaded.", error);
      return NEVER;
    });

    function Late() {
      useEffect(() => {
        // After the click that has made React take the part over, which reaches its button by itself.
        const timer = setTimeout(() => clicks?.replay());
        return () => clearTimeout(timer);
      }, []);
      return <Content />;
    }
    return { default: Late };
  });
}
