import { type ReactNode, useEffect, useRef } from "react";
import { useLocation } from "wouter";

interface FrameProps {
  header: ReactNode;
  footer: ReactNode;
  children: ReactNode;
}

/** Header, a skip link, the main part and the footer. The main part gets the focus when the address changes. */
export function Frame({ header, footer, children }: FrameProps) {
  const main = useRef<HTMLElement>(null);
  const [path] = useLocation();
  const shownPath = useRef(path);

  useEffect(() => {
    if (shownPath.current === path) return;
    shownPath.current = path;
    // A page with an anchor in its address moves the focus there itself.
    if (window.location.hash === "") main.current?.focus({ preventScroll: true });
  }, [path]);

  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#main"
        className="sr-only rounded-md bg-ink text-sheet focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-30 focus:px-3 focus:py-2"
      >
        Skip to content
      </a>
      <header className="border-line border-b bg-sheet">{header}</header>
      <main
        id="main"
        ref={main}
        tabIndex={-1}
        className="mx-auto w-full max-w-6xl flex-1 px-4 py-6 sm:px-6 sm:py-8"
      >
        {children}
      </main>
      {footer}
    </div>
  );
}
