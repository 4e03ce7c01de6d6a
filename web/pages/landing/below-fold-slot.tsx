/** The place of the promises, the comparison and the button. It is below the fold, so it is loaded when the visitor comes near. */
import { lazy, Suspense, useEffect, useRef, useState } from "react";

const BelowFold = lazy(async () => ({ default: (await import("./below-fold.tsx")).BelowFold }));
const NEAR = "600px";

export function BelowFoldSlot() {
  const place = useRef<HTMLDivElement>(null);
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
    <div ref={place} className="min-h-[80rem] sm:min-h-[60rem]">
      <Suspense>{isNear && <BelowFold />}</Suspense>
    </div>
  );
}
