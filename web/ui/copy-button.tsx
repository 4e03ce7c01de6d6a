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
      await navigator.clipboard.writeText(typeof text === "string" ? text : await text());
      setCopiedAt(Date.now());
      onCopied?.();
    } catch (error) {
      if (onFailure) return onFailure(error);
      console.error("The text could not be copied.", error);
    }
  }

  /** Loads the text before the click, because a browser lets a page write to the clipboard only shortly after one. */
  async function prepare() {
    if (typeof text === "string") return;
    try {
      await text();
    } catch (error) {
      console.error("The text to copy could not be loaded.", error);
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
        onPointerEnter={() => void prepare()}
        onFocus={() => void prepare()}
        onClick={() => void copy()}
        className="min-w-24 justify-center"
      >
        {copied ? "Copied!" : label}
      </Button>
      {announcement}
    </>
  );
}
