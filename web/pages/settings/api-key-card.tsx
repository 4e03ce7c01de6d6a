import { useState } from "react";
import type { ApiKeyResponse } from "#contract/account/private-keys.ts";
import { SHOWN_ERRORS } from "#contract/shown-errors.ts";
import { CallFailure, sentenceOf } from "../../client/failure.ts";
import { show } from "../../feedback/feedback.ts";
import { useApiKey } from "../../queries/api-key.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { ErrorState, Skeleton } from "../../ui/states.tsx";
import { moment } from "../../words/dates.ts";
import { OldKeyLine } from "./old-key-line.tsx";
import { RotateDialog } from "./rotate-dialog.tsx";

const HIDDEN = "•".repeat(24);

function KeyLine({ apiKey }: { apiKey: ApiKeyResponse["api_key"] }) {
  const [shown, setShown] = useState(false);
  return (
    <>
      <div className="flex items-center gap-1 rounded-md border border-line bg-wash py-1 pr-1 pl-3">
        <code
          className="min-w-0 flex-1 truncate font-mono text-sm data-shown:whitespace-normal data-shown:[overflow-wrap:anywhere]"
          data-shown={shown || undefined}
        >
          {shown ? apiKey.key : HIDDEN}
        </code>
        <IconButton
          icon={shown ? "eyeOff" : "eye"}
          label={shown ? "Hide API key" : "Reveal API key"}
          onClick={() => setShown(!shown)}
        />
        <CopyButton
          compact
          text={apiKey.key}
          label="Copy API key"
          onFailure={() => show("error", "Failed to copy API key")}
        />
      </div>
      <p className="mt-2 text-muted text-sm">
        Last used: {apiKey.last_used_at ? moment(apiKey.last_used_at) : "never"}
      </p>
    </>
  );
}

export function ApiKeyCard() {
  const { data, error, refetch } = useApiKey();
  const apiKey = data?.api_key;
  const [asking, setAsking] = useState(false);
  const unverified = error instanceof CallFailure && error.status === 403;

  return (
    <Card
      title="API Key"
      note={
        <>
          This key is private. Send it in the <code className="whitespace-nowrap font-mono">x-api-key</code>{" "}
          header, from servers only.
        </>
      }
      aside={
        (apiKey || !error) && (
          <Button
            size="small"
            icon="refresh"
            aria-label="Rotate API key"
            disabled={!apiKey}
            onClick={() => setAsking(true)}
          >
            Rotate
          </Button>
        )
      }
    >
      {apiKey && <KeyLine apiKey={apiKey} />}
      {data?.old_key && <OldKeyLine oldKey={data.old_key} />}
      {!apiKey && unverified && <Notice kind="info">{SHOWN_ERRORS.email_unverified.message}</Notice>}
      {!apiKey && error && !unverified && (
        <ErrorState message={sentenceOf(error, "Failed to load API key")} onRetry={() => void refetch()} />
      )}
      {!apiKey && !error && <Skeleton lines={2} className="min-h-[65.75px]" />}
      <RotateDialog open={asking} onDone={() => setAsking(false)} />
    </Card>
  );
}
