import { createElement, useEffect, useState } from "react";
import { WIDGET_PATH, WIDGET_TAG } from "#contract/widget/embed.ts";
import { type ButtonLook, DEFAULT_LOOK, lookVariables } from "#contract/widget/look.ts";
import { type ButtonConfig, embedAttributes } from "#contract/widget/snippet.ts";
import { useNear } from "../ui/use-near.ts";

/** Loads the script of the button once it is wanted, unless the element is already defined. */
function useWidgetScript(isWanted: boolean): "loading" | "ready" | "failed" {
  const [state, setState] = useState<"loading" | "ready" | "failed">(
    customElements.get(WIDGET_TAG) ? "ready" : "loading",
  );
  useEffect(() => {
    if (!isWanted) return;
    if (customElements.get(WIDGET_TAG)) return setState("ready");
    const script = document.createElement("script");
    script.src = WIDGET_PATH;
    script.addEventListener("load", () => setState("ready"));
    script.addEventListener("error", () => {
      script.remove();
      setState("failed");
    });
    document.head.append(script);
  }, [isWanted]);
  return state;
}

interface EmbeddedWidgetProps {
  publicKey: string;
  config: ButtonConfig;
  look?: ButtonLook;
}

/** The real button, with the script and the attributes of the embed code. Its script is loaded when it comes near. */
export function EmbeddedWidget({ publicKey, config, look = DEFAULT_LOOK }: EmbeddedWidgetProps) {
  const [place, isNear] = useNear<HTMLDivElement>();
  const script = useWidgetScript(isNear);
  if (script === "failed")
    return (
      <p className="text-bad text-sm">The widget script could not be loaded. Reload the page to try again.</p>
    );
  const attributes = embedAttributes(publicKey, config);
  const button = createElement(WIDGET_TAG, {
    key: JSON.stringify(attributes),
    style: Object.fromEntries(lookVariables(look)),
    ...Object.fromEntries(attributes),
  });
  return <div ref={place}>{button}</div>;
}
