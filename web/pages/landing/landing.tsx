/** The landing page: what Platen is, an example, the promises and the first request. */
import { lazy, Suspense } from "react";
import { ButtonLink } from "../../ui/button.tsx";
import { lazyWhenSeen } from "../../ui/lazy-when-seen.tsx";
import { StaticSlot } from "../../ui/static-slot.tsx";
import { DemoSlot } from "./demo-slot.tsx";
import { LandingFooter, LandingHeader } from "./landing-frame.tsx";
import { LiveButton } from "./live-button.tsx";

const QUICK_START = "quick-start";

const Proof = lazy(async () => ({ default: (await import("./proof.tsx")).Proof }));
const QuickStart = lazyWhenSeen(QUICK_START, async () => (await import("./quick-start.tsx")).QuickStart);
const BelowFold = lazy(async () => ({ default: (await import("./below-fold.tsx")).BelowFold }));

export function Landing() {
  return (
    <>
      <LandingHeader />
      <main id="main" tabIndex={-1} className="mx-auto w-full max-w-6xl px-4 sm:px-6">
        <section className="py-12 sm:py-20">
          <h1 className="max-w-3xl text-4xl leading-[1.08] sm:text-6xl">
            Turn any web page into a PDF or a screenshot
          </h1>
          <p className="mt-5 max-w-xl text-lg text-muted sm:text-xl">
            One API call for developers, one button for site owners. Platen waits until the page has fully
            loaded and never charges you for an error page.
          </p>
          <div className="mt-7 flex flex-wrap gap-3">
            <ButtonLink href="/auth?tab=register" look="primary" size="large">
              Get started for free
            </ButtonLink>
            <ButtonLink href="/docs" look="secondary" size="large">
              View API docs
            </ButtonLink>
          </div>
          <DemoSlot />
          <StaticSlot id="proof" fallback={<div className="min-h-[88rem] sm:min-h-[40rem]" />}>
            <Proof />
          </StaticSlot>
        </section>
        <Suspense fallback={<div className="min-h-[32rem] sm:min-h-[28rem]" />}>
          <div id={QUICK_START}>
            <QuickStart />
          </div>
        </Suspense>
        <LiveButton />
        <StaticSlot id="below-fold" fallback={<div className="min-h-[160rem] sm:min-h-[120rem]" />}>
          <BelowFold />
        </StaticSlot>
      </main>
      <LandingFooter />
    </>
  );
}
