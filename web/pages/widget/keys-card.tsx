import { useRef, useState } from "react";
import type { PublicKey } from "#contract/account/public-keys.ts";
import { sentenceOf } from "../../client/failure.ts";
import { show } from "../../feedback/feedback.ts";
import { useProfile } from "../../queries/profile.ts";
import { useDeletePublicKey, usePublicKeys } from "../../queries/public-keys.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { ConfirmDialog } from "../../ui/dialog.tsx";
import { EmptyState, ErrorState, Skeleton } from "../../ui/states.tsx";
import { CreateKeyForm } from "./create-key-form.tsx";
import { KeyRow } from "./key-row.tsx";

interface KeysCardProps {
  selectedId: string | null;
  onSelect: (id: string) => void;
}

/** List of public keys. One key is selected and one is in edit mode at a time; each can be revealed. */
export function KeysCard({ selectedId, onSelect }: KeysCardProps) {
  const { data: keys, error, refetch } = usePublicKeys();
  const { data: profile } = useProfile();
  const remove = useDeletePublicKey();
  const [creating, setCreating] = useState(false);
  const [editingId, setEditingId] = useState<string | null>(null);
  const [doomed, setDoomed] = useState<PublicKey | null>(null);
  const opener = useRef<HTMLButtonElement>(null);

  function removeKey() {
    if (!doomed) return;
    remove.mutate(doomed.id, {
      onSuccess: () => show("success", `“${doomed.name}” was deleted.`),
      onError: (failure) => show("error", sentenceOf(failure, "Failed to delete public key")),
      onSettled: () => setDoomed(null),
    });
  }

  return (
    <Card
      title="Public API Keys"
      note="Public keys are safe to use on web pages. They work only from their authorized domains."
      aside={
        <Button
          ref={opener}
          size="small"
          icon={creating ? "close" : "plus"}
          aria-expanded={creating}
          onClick={() => setCreating(!creating)}
        >
          {creating ? "Cancel" : "Create Key"}
        </Button>
      }
    >
      {creating && (
        <CreateKeyForm
          onCreated={(key) => {
            setCreating(false);
            opener.current?.focus();
            onSelect(key.id);
          }}
        />
      )}
      {keys && keys.length > 0 && (
        <ul className="-my-2 divide-y divide-line">
          {keys.map((key) => (
            <li key={key.id}>
              <KeyRow
                publicKey={key}
                profile={profile}
                selected={key.id === selectedId}
                editing={key.id === editingId}
                onSelect={() => onSelect(key.id)}
                onEdit={(editing) => setEditingId(editing ? key.id : null)}
                onDelete={() => setDoomed(key)}
              />
            </li>
          ))}
        </ul>
      )}
      {keys?.length === 0 && !creating && (
        <EmptyState icon="key" title="No public keys yet">
          Create a key with the domains of your site to configure the widget and get its code.
        </EmptyState>
      )}
      {!keys && error && (
        <ErrorState
          message={sentenceOf(error, "Failed to load public keys")}
          onRetry={() => void refetch()}
        />
      )}
      {!keys && !error && <Skeleton lines={4} />}
      <ConfirmDialog
        open={doomed !== null}
        title="Delete this public key?"
        confirmLabel="Delete key"
        danger
        busy={remove.isPending}
        returnTo={opener}
        onConfirm={removeKey}
        onCancel={() => setDoomed(null)}
      >
        Widgets that use “{doomed?.name}” stop working within seconds. This cannot be undone.
      </ConfirmDialog>
    </Card>
  );
}
