import { createElement, useEffect, useState } from "react";
import type { PublicKey } from "#contract/account.ts";
import { embedAttributes, WIDGET_PATH, WIDGET_TAG, type WidgetConfig } from "#contract/embed.ts";
import { Card } from "../../ui/card.tsx";

/** Loads the element once a page; it defines itself. */
function useWidgetScript(): "loading" | "ready" | "failed" {
  const [state, setState] = useState<"loading" | "ready" | "failed">(
    customElements.get(WIDGET_TAG) ? "ready" : "loading",
  );
  useEffect(() => {
    if (customElements.get(WIDGET_TAG)) return setState("ready");
    const script = document.createElement("script");
    script.src = WIDGET_PATH;
    script.addEventListener("load", () => setState("ready"));
    script.addEventListener("error", () => {
      script.remove();
      setState("failed");
    });
    document.head.append(script);
  }, []);
  return state;
}

/** The element that visitors will get, from the same script, with the attributes of the code below. */
export function WidgetPreview({ publicKey, config }: { publicKey: PublicKey; config: WidgetConfig }) {
  const script = useWidgetScript();
  const attributes = embedAttributes(publicKey.key, config);
  return (
    <Card
      title="Live Preview"
      note={
        <>
          The real button: a click uses a credit. It works here if{" "}
          <code className="font-mono">{window.location.host}</code> is among the key's domains.
        </>
      }
    >
      <div className="grid min-h-32 place-items-center rounded-md border border-line border-dashed bg-paper p-4">
        {script === "failed" ? (
          <p className="text-bad text-sm">The widget's script could not be loaded.</p>
        ) : (
          createElement(WIDGET_TAG, { key: JSON.stringify(attributes), ...Object.fromEntries(attributes) })
        )}
      </div>
    </Card>
  );
}
