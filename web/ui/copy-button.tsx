import { useEffect, useState } from "react";
import { Button, IconButton } from "./button.tsx";
import { NOTICE_MS } from "./times.ts";

interface CopyButtonProps {
  /** The text, or what loads it. */
  text: string | (() => Promise<string>);
  label: string;
  /** Shows only an icon, with `label` as its accessible name. */
  compact?: boolean;
  onCopied?: () => void;
  onFailure?: (error: unknown) => void;
}

/**
 * Writes to the clipboard. Safari refuses a call that comes after the event of the click, so a text that must be loaded
 * is given as a promise.
 */
async function write(text: CopyButtonProps["text"]): Promise<void> {
  if (typeof text === "string") return navigator.clipboard.writeText(text);
  const blob = text().then((loaded) => new Blob([loaded], { type: "text/plain" }));
  // If the text cannot be loaded, its own error comes first.
  await Promise.all([blob, navigator.clipboard.write([new ClipboardItem({ "text/plain": blob })])]);
}

/** Copies `text`, then shows "Copied!" for two seconds. Without `onFailure`, a failure is only logged. */
export function CopyButton({ text, label, compact = false, onCopied, onFailure }: CopyButtonProps) {
  const [copiedAt, setCopiedAt] = useState<number | null>(null);

  useEffect(() => {
    if (copiedAt === null) return;
    const timer = setTimeout(() => setCopiedAt(null), NOTICE_MS.copied);
    return () => clearTimeout(timer);
  }, [copiedAt]);

  async function copy() {
    try {
      await write(text);
      setCopiedAt(Date.now());
      onCopied?.();
    } catch (error) {
      if (onFailure) return onFailure(error);
      console.error("The text could not be copied.", error);
    }
  }

  const copied = copiedAt !== null;
  const announcement = (
    <span role="status" className="sr-only">
      {copied ? "Copied!" : ""}
    </span>
  );
  if (compact) {
    return (
      <>
        <IconButton
          icon={copied ? "check" : "copy"}
          label={copied ? "Copied!" : label}
          onClick={() => void copy()}
        />
        {announcement}
      </>
    );
  }
  return (
    <>
      <Button
        size="small"
        icon={copied ? "check" : "copy"}
        onClick={() => void copy()}
        className="min-w-24 justify-center"
      >
        {copied ? "Copied!" : label}
      </Button>
      {announcement}
    </>
  );
}
