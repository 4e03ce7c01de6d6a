import { useRef, useState } from "react";
import type { PrivateKey, PrivateKeyCreated } from "#contract/account/private-keys.ts";
import { LIMITS } from "#contract/limits.ts";
import { sentenceOf } from "../../client/failure.ts";
import { show } from "../../feedback/feedback.ts";
import { useDeletePrivateKey, usePrivateKeys } from "../../queries/private-keys.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { ConfirmDialog } from "../../ui/dialog.tsx";
import { EmptyState, ErrorState, Skeleton } from "../../ui/states.tsx";
import { ApiKeyRow } from "./api-key-row.tsx";
import { CreateApiKeyForm } from "./create-api-key-form.tsx";
import { NewApiKey } from "./new-api-key.tsx";

function NoKeys() {
  return (
    <EmptyState icon="key" title="No further keys yet">
      Create one for a service that needs fewer rights, or a test key that costs no credits.
    </EmptyState>
  );
}

/** As tall as the usual list, the empty one, so that what is below does not move when it appears. */
function Loading() {
  return (
    <div className="grid *:col-start-1 *:row-start-1">
      <div className="invisible">
        <NoKeys />
      </div>
      <Skeleton lines={4} />
    </div>
  );
}

/** The account's API keys besides the default one, which has a card of its own. */
export function ApiKeysCard() {
  const { data, error, refetch } = usePrivateKeys();
  const remove = useDeletePrivateKey();
  const [isCreating, setCreating] = useState(false);
  const [created, setCreated] = useState<PrivateKeyCreated | null>(null);
  const [editingId, setEditingId] = useState<string | null>(null);
  const [doomed, setDoomed] = useState<PrivateKey | null>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const keys = data?.filter(({ is_default }) => !is_default);
  const isFull = (keys?.length ?? 0) >= LIMITS.apiKeys;

  function closeCreated() {
    setCreated(null);
    opener.current?.focus();
  }

  function removeKey() {
    if (!doomed) return;
    remove.mutate(doomed.id, {
      onSuccess: () => {
        if (created?.api_key.id === doomed.id) setCreated(null);
        show("success", `“${doomed.name}” was deleted.`);
      },
      onError: (failure) => show("error", sentenceOf(failure, "Failed to delete API key")),
      onSettled: () => setDoomed(null),
    });
  }

  return (
    <Card
      title="More API Keys"
      note={`Up to ${LIMITS.apiKeys} keys with scopes and ceilings of their own: one for each of your services, and test keys for trying out.`}
      aside={
        <Button
          ref={opener}
          size="small"
          icon={isCreating ? "close" : "plus"}
          aria-expanded={isCreating}
          disabled={!keys || (isFull && !isCreating)}
          onClick={() => setCreating(!isCreating)}
        >
          {isCreating ? "Cancel" : "Create Key"}
        </Button>
      }
    >
      {created && <NewApiKey created={created} onDone={closeCreated} />}
      {isCreating && (
        <CreateApiKeyForm
          onCreated={(made) => {
            setCreating(false);
            setCreated(made);
          }}
        />
      )}
      {keys && keys.length > 0 && (
        <ul className="-my-2 divide-y divide-line">
          {keys.map((key) => (
            <li key={key.id}>
              <ApiKeyRow
                apiKey={key}
                editing={key.id === editingId}
                onEdit={(editing) => setEditingId(editing ? key.id : null)}
                onDelete={() => setDoomed(key)}
              />
            </li>
          ))}
        </ul>
      )}
      {keys?.length === 0 && !isCreating && <NoKeys />}
      {!keys && error && (
        <ErrorState message={sentenceOf(error, "Failed to load API keys")} onRetry={() => void refetch()} />
      )}
      {!keys && !error && <Loading />}
      <ConfirmDialog
        open={doomed !== null}
        title="Delete this API key?"
        confirmLabel="Delete key"
        danger
        busy={remove.isPending}
        returnTo={opener}
        onConfirm={removeKey}
        onCancel={() => setDoomed(null)}
      >
        Requests with “{doomed?.name}” fail from then on. Its jobs stay. This cannot be undone.
      </ConfirmDialog>
    </Card>
  );
}
