import { type ButtonConfig, embedCode } from "#contract/widget/snippet.ts";
import { show } from "../../feedback/feedback.ts";
import { Card } from "../../ui/card.tsx";
import { CodeBlock } from "../../ui/code-block.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";

export function EmbedCodeCard({ publicKey, config }: { publicKey: string; config: ButtonConfig }) {
  const code = embedCode(window.location.origin, publicKey, config);
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
