import { type ButtonLook, lookVariables } from "#contract/widget/look.ts";
import { type ButtonConfig, embedCode } from "#contract/widget/snippet.ts";
import { show } from "../../feedback/feedback.ts";
import { Card } from "../../ui/card.tsx";
import { CodeBlock } from "../../ui/code-block.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { addressFault } from "./widget-configuration.tsx";

interface EmbedCodeCardProps {
  publicKey: string;
  config: ButtonConfig;
  look: ButtonLook;
}

export function EmbedCodeCard({ publicKey, config, look }: EmbedCodeCardProps) {
  const code = embedCode(window.location.origin, publicKey, config, lookVariables(look));
  const fault = config["url-source"] === "custom" ? addressFault(config["custom-url"] ?? "") : null;
  if (fault)
    return (
      <Card title="Embed Code">
        <p className="text-muted">{fault} under Custom URL to get the code.</p>
      </Card>
    );
  return (
    <Card title="Embed Code" note="Paste it where the button should appear.">
      <CodeBlock
        label="HTML"
        action={
          <CopyButton
            text={code}
            label="Copy Code"
            onFailure={() => show("error", "Failed to copy the code")}
          />
        }
      >
        {code}
      </CodeBlock>
    </Card>
  );
}
