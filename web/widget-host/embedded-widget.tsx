import { createElement, useEffect, useState } from "react";
import { WIDGET_PATH, WIDGET_TAG } from "#contract/widget/embed.ts";
import { type ButtonConfig, embedAttributes } from "#contract/widget/snippet.ts";

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

/** The element that visitors will get, from the same script, with the attributes that the embed code would carry. */
export function EmbeddedWidget({ publicKey, config }: { publicKey: string; config: ButtonConfig }) {
  const script = useWidgetScript();
  if (script === "failed")
    return (
      <p className="text-bad text-sm">The widget script could not be loaded. Reload the page to try again.</p>
    );
  const attributes = embedAttributes(publicKey, config);
  return createElement(WIDGET_TAG, { key: JSON.stringify(attributes), ...Object.fromEntries(attributes) });
}
