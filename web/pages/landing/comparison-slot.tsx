/** The place of the comparison. It is below the fold, so it is loaded when the visitor comes near. */
import { lazy, Suspense, useEffect, useRef, useState } from "react";

const Comparison = lazy(async () => ({ default: (await import("./comparison.tsx")).Comparison }));
const NEAR = "600px";

export function ComparisonSlot() {
  const place = useRef<HTMLElement>(null);
  const [isNear, setNear] = useState(false);

  useEffect(() => {
    if (!place.current) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setNear(true);
      },
      { rootMargin: NEAR },
    );
    observer.observe(place.current);
    return () => observer.disconnect();
  }, []);

  return (
    <section ref={place} aria-labelledby="comparison-title" className="border-line border-t py-14">
      <h2 id="comparison-title" className="text-2xl sm:text-3xl">
        How it compares
      </h2>
      <div className="min-h-[48rem] sm:min-h-[38rem]">
        <Suspense>{isNear && <Comparison />}</Suspense>
      </div>
    </section>
  );
}
