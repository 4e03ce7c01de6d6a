import { embedCode, WIDGET_DEFAULTS, type WidgetConfig } from "#contract/widget/embed.ts";
import { CodeBlock } from "../../ui/code-block.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";

const PLACEHOLDER = "pk_live_YOUR_KEY";

const EXAMPLES: readonly { title: string; config: WidgetConfig }[] = [
  { title: "Basic PDF", config: WIDGET_DEFAULTS },
  {
    title: "Custom URL",
    config: { ...WIDGET_DEFAULTS, urlSource: "custom", customUrl: "https://example.com/report" },
  },
  {
    title: "Screenshot mode",
    config: { ...WIDGET_DEFAULTS, outputType: "screenshot", buttonText: "Take Screenshot" },
  },
];

export function CodeExamples() {
  return (
    <div className="grid gap-4 lg:grid-cols-3">
      {EXAMPLES.map(({ title, config }) => {
        const code = embedCode(window.location.origin, PLACEHOLDER, config);
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
