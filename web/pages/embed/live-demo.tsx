import { useState } from "react";
import { BUTTON_OUTPUT_TYPES, type ButtonOutputType, OUTPUT_LABELS } from "#contract/job/values.ts";
import type { ButtonConfig } from "#contract/widget/snippet.ts";
import { useDemo } from "../../client/use-demo.ts";
import { useOrigin } from "../../client/use-origin.ts";
import { Choice } from "../../ui/choice.tsx";
import { Skeleton } from "../../ui/states.tsx";
import { EmbeddedWidget } from "../../widget-host/embedded-widget.tsx";

const OUTPUTS = BUTTON_OUTPUT_TYPES.map((value) => ({ value, label: OUTPUT_LABELS[value] }));

/** The real button, which converts the sample page of this site. */
export function LiveDemo() {
  const demo = useDemo();
  const origin = useOrigin();
  const [output, setOutput] = useState<ButtonOutputType>("pdf");
  const config: ButtonConfig = {
    "url-source": "custom",
    "custom-url": `${origin}/sample/`,
    "output-type": output,
  };
  if (demo.state === "loading") return <Skeleton lines={3} />;
  if (demo.state === "off") {
    return <p className="text-muted">The live demo is not available on this site.</p>;
  }
  return (
    <div className="grid gap-6 md:grid-cols-[1fr_1.4fr]">
      <div>
        <p className="text-muted">
          This is the real widget. It converts{" "}
          <a href="/sample/" target="_blank" rel="noreferrer" className="text-accent underline">
            our sample page
          </a>{" "}
          with a public key that works only on this site.
        </p>
        <div className="mt-4">
          <Choice label="Output" value={output} options={OUTPUTS} onChange={setOutput} />
        </div>
      </div>
      <div className="grid min-h-40 place-items-center rounded-lg border border-line border-dashed bg-sheet p-6">
        <EmbeddedWidget publicKey={demo.publicKey} config={config} />
      </div>
    </div>
  );
}
