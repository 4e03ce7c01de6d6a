import { type ButtonConfig, embedCode } from "#contract/widget/snippet.ts";
import { useOrigin } from "../../client/use-origin.ts";
import { CodeBlock } from "../../ui/code-block.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";

const PLACEHOLDER = "pk_live_YOUR_KEY";

const EXAMPLES: readonly { title: string; config: ButtonConfig }[] = [
  { title: "Basic PDF", config: {} },
  {
    title: "Custom URL",
    config: { "url-source": "custom", "custom-url": "https://example.com/report" },
  },
  {
    title: "Screenshot mode",
    config: { "output-type": "screenshot", "button-text": "Take screenshot" },
  },
];

export function CodeExamples() {
  const origin = useOrigin();
  return (
    <div className="grid gap-4 lg:grid-cols-3">
      {EXAMPLES.map(({ title, config }) => {
        const code = embedCode(origin, PLACEHOLDER, config);
        return (
          <CodeBlock
            key={title}
            label={title}
            action={<CopyButton compact text={code} label={`Copy the example: ${title}`} />}
          >
            {code}
          </CodeBlock>
        );
      })}
    </div>
  );
}
