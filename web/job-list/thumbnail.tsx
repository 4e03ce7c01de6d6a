import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from "react";
import type { JobView } from "#contract/job/view.ts";
import { ownPath } from "../client/own-path.ts";
import { ErrorBoundary } from "../ui/error-boundary.tsx";
import { Icon } from "../ui/icon.tsx";

const PdfPreview = lazy(async () => ({
  default: (await import("../job-result/pdf-preview.tsx")).PdfPreview,
}));

/** Larger files are not loaded for a thumbnail. */
const MAX_THUMBNAIL_BYTES = 4_000_000;
const WIDTH_PX = 88;

function Picture({ url, fallback }: { url: string; fallback: ReactNode }) {
  // Every response with the job has a newly signed link to the same file. The first link avoids loading it again, but
  // may have expired before the image comes into view.
  const [link, setLink] = useState(url);
  const [isMissing, setMissing] = useState(false);
  if (isMissing) return fallback;
  return (
    <img
      src={link}
      alt=""
      loading="lazy"
      className="h-full w-full object-cover object-top"
      onError={() => (link === url ? setMissing(true) : setLink(url))}
    />
  );
}

/** A ref, and whether its element has been on the screen. An element without anything to load is not observed. */
function useSeen(isWatched: boolean) {
  const element = useRef<HTMLDivElement>(null);
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    const { current } = element;
    if (!current || isSeen || !isWatched) return;
    const observer = new IntersectionObserver((entries) => {
      if (entries.some((entry) => entry.isIntersecting)) setSeen(true);
    });
    observer.observe(current);
    return () => observer.disconnect();
  }, [isSeen, isWatched]);
  return [element, isSeen] as const;
}

/** Small preview of the result; an icon if there is no result yet, or if it is too large or expired. */
export function Thumbnail({ job }: { job: JobView }) {
  const { result, outputType } = job;
  const link =
    result?.thumbnailUrl ??
    (result?.type === "url" && result.bytes <= MAX_THUMBNAIL_BYTES ? result.url : null);
  const url = link && ownPath(link);
  const [element, isSeen] = useSeen(Boolean(url) && outputType === "pdf");
  const glyph = <Icon name={outputType === "screenshot" ? "image" : "page"} size={20} />;
  return (
    <div
      ref={element}
      className="grid h-14 w-11 shrink-0 place-items-center overflow-hidden rounded-sm border border-line bg-wash text-muted"
    >
      {(!url || outputType === "markdown" || outputType === "html" || (outputType === "pdf" && !isSeen)) &&
        glyph}
      {url && outputType === "screenshot" && <Picture url={url} fallback={glyph} />}
      {url && outputType === "pdf" && isSeen && (
        <ErrorBoundary fallback={glyph}>
          <Suspense fallback={glyph}>
            <PdfPreview url={url} label="" widthPx={WIDTH_PX} />
          </Suspense>
        </ErrorBoundary>
      )}
    </div>
  );
}
