import { useEffect, useRef } from "react";
import { Button, ButtonAnchor } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";

const FILE_NAME = "platen-recovery-codes.txt";

/** New recovery codes. They are shown only once. */
export function RecoveryCodeList({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const text = `${codes.join("\n")}\n`;
  return (
    <div className="rounded-md border border-accent/40 bg-accent-wash p-4">
      <h3 ref={heading} tabIndex={-1} className="font-semibold">
        Your recovery codes
      </h3>
      <p className="mt-1 text-sm">
        Each code replaces your second step once, for example when you have lost your phone. Keep them in a
        safe place: they are shown only now.
      </p>
      <ul className="mt-3 grid grid-cols-1 gap-x-6 gap-y-1 font-mono text-sm sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="mt-4 flex flex-wrap gap-2">
        <CopyButton label="Copy codes" text={text} />
        <ButtonAnchor
          size="small"
          icon="download"
          href={`data:text/plain,${encodeURIComponent(text)}`}
          download={FILE_NAME}
        >
          Download codes
        </ButtonAnchor>
        <Button size="small" look="primary" onClick={onDone}>
          I have saved them
        </Button>
      </div>
    </div>
  );
}
