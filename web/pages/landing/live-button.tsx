import type { ButtonConfig } from "#contract/widget/snippet.ts";
import { useDemo } from "../../client/use-demo.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { EmbeddedWidget } from "../../widget-host/embedded-widget.tsx";

/** The real button, which converts the sample page of this site. Without a demo it is not shown. */
export function LiveButton() {
  const demo = useDemo();
  if (demo.state !== "ready") return null;
  const config: ButtonConfig = {
    "url-source": "custom",
    "custom-url": `${window.location.origin}/sample/`,
    "output-type": "pdf",
  };
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
        <div className="grid min-h-40 place-items-center rounded-lg border border-line border-dashed bg-sheet p-6">
          <EmbeddedWidget publicKey={demo.publicKey} config={config} />
        </div>
      </div>
    </section>
  );
}
