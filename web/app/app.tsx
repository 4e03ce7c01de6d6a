/** Chooses the screen by the address and the sign-in session. Each screen is a separate chunk. */
import { lazy, Suspense, useEffect, useRef } from "react";
import { useLocation } from "wouter";
import { FeedbackBanner } from "../feedback/feedback-banner.tsx";
import { mailedLinkOf } from "../pages/auth/mailed-links.ts";
import { useSession } from "../session/session.ts";
import { ErrorBoundary } from "../ui/error-boundary.tsx";
import { PageSpinner } from "../ui/spinner.tsx";
import { BrokenPage } from "./broken-page.tsx";
import { placeOf } from "./places.ts";
import { SignedOut } from "./signed-out.tsx";

/** The import starts while the sign-in session is still loading, so that both load at the same time. */
const loadSignedIn = async () => ({ default: (await import("./signed-in.tsx")).SignedIn });
const SignedIn = lazy(loadSignedIn);
const Admin = lazy(async () => ({ default: (await import("../pages/admin/admin.tsx")).Admin }));
const MailedLinkPage = lazy(async () => ({
  default: (await import("../pages/auth/mailed-link-page.tsx")).MailedLinkPage,
}));

function Screen() {
  const session = useSession();
  const [path] = useLocation();
  const place = placeOf(path);
  const mailedLink = mailedLinkOf(path);
  const shownPath = useRef(path);
  /** Where Back or Forward has led. */
  const traversedTo = useRef<string | null>(null);

  useEffect(() => {
    const note = () => {
      traversedTo.current = window.location.pathname;
    };
    // Before the listener that changes the screen.
    window.addEventListener("popstate", note, true);
    return () => window.removeEventListener("popstate", note, true);
  }, []);

  useEffect(() => {
    if (session.status === "loading" && place !== "admin") void loadSignedIn();
  }, [session.status, place]);

  useEffect(() => {
    // The HTML of the build may have been read and scrolled before the scripts came.
    if (shownPath.current === path) return;
    shownPath.current = path;
    const isBackOrForward = traversedTo.current === path;
    traversedTo.current = null;
    // The browser restores the place where the reader was.
    if (isBackOrForward) return;
    // A page with an anchor in its address scrolls there itself.
    if (window.location.hash === "") window.scrollTo(0, 0);
  }, [path]);

  if (mailedLink) return <MailedLinkPage link={mailedLink} />;
  if (place === "admin") return <Admin />;
  if (session.status === "loading") return <PageSpinner />;
  if (session.status === "signed-in") return <SignedIn key={session.owner} profile={session.profile} />;
  return <SignedOut />;
}

export function App() {
  return (
    <>
      <ErrorBoundary fallback={<BrokenPage />}>
        <Suspense fallback={<PageSpinner />}>
          <Screen />
        </Suspense>
      </ErrorBoundary>
      <FeedbackBanner />
    </>
  );
}
