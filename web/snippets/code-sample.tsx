import { useOrigin } from "../client/use-origin.ts";
import { Choice } from "../ui/choice.tsx";
import { CodeBlock } from "../ui/code-block.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import { KEY_PLACEHOLDER } from "./curl.ts";
import { HIDDEN_KEY, LANGUAGES, type Language, snippet } from "./languages.ts";
import { type ApiRequest, apiBase } from "./request.ts";

interface CodeSampleProps {
  request: ApiRequest;
  /** Empty if no key is known. */
  apiKey?: string;
  language: Language;
  onLanguage: (language: Language) => void;
}

/** A request as code in the chosen language. The screen hides the API key; the copied code contains it. */
export function CodeSample({ request, apiKey = "", language, onLanguage }: CodeSampleProps) {
  const base = apiBase(useOrigin());
  const code = snippet(language, request, apiKey || KEY_PLACEHOLDER, base);
  const shown = snippet(language, request, apiKey ? HIDDEN_KEY : KEY_PLACEHOLDER, base);
  return (
    <div className="space-y-2">
      <Choice
        label="Language"
        bare
        value={language}
        options={LANGUAGES.map((name) => ({ value: name, label: name }))}
        onChange={onLanguage}
      />
      <CodeBlock label="Request" action={<CopyButton compact text={code} label="Copy the request" />}>
        {shown}
      </CodeBlock>
    </div>
  );
}
