import { lazy, Suspense } from "react";
import type { ButtonConfig } from "#contract/widget/snippet.ts";
import { useDemo } from "../../client/use-demo.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { useNear } from "../../ui/use-near.ts";

const EmbeddedWidget = lazy(async () => ({
  default: (await import("../../widget-host/embedded-widget.tsx")).EmbeddedWidget,
}));

/** The real button, which is loaded when the visitor comes near. */
function NearButton({ publicKey }: { publicKey: string }) {
  const [place, isNear] = useNear<HTMLDivElement>();
  const config: ButtonConfig = {
    "url-source": "custom",
    "custom-url": `${window.location.origin}/sample/`,
    "output-type": "pdf",
  };
  return (
    <div
      ref={place}
      className="grid min-h-40 place-items-center rounded-lg border border-line border-dashed bg-sheet p-6"
    >
      <Suspense>{isNear && <EmbeddedWidget publicKey={publicKey} config={config} />}</Suspense>
    </div>
  );
}

/** The button converts the sample page of this site. Without a demo it is not shown. */
export function LiveButton() {
  const demo = useDemo();
  if (demo.state !== "ready") return null;
  return (
    <section aria-labelledby="button-title" className="border-line border-t py-14">
      <h2 id="button-title" className="text-2xl sm:text-3xl">
        The button, live
      </h2>
      <div className="mt-6 grid items-center gap-6 md:grid-cols-[1fr_1.4fr]">
        <div>
          <p className="mb-4 text-muted">
            One script and one tag on your site. Click it: it makes a PDF of our sample page, with the same
            service as the API.
          </p>
          <ButtonLink href="/embed">How to add it</ButtonLink>
        </div>
        <NearButton publicKey={demo.publicKey} />
      </div>
    </section>
  );
}
