import { type FormEvent, useState } from "react";
import type { PrivateKey } from "#contract/account/private-keys.ts";
import { sentenceOf } from "../../client/failure.ts";
import { clear, show } from "../../feedback/feedback.ts";
import { useUpdatePrivateKey } from "../../queries/private-keys.ts";
import { Button } from "../../ui/button.tsx";
import { KeyFields, keyOf, typedKey } from "./key-fields.tsx";

/** Changes the name, the scopes and the ceiling of a key. */
export function EditApiKeyForm({ apiKey, onDone }: { apiKey: PrivateKey; onDone: () => void }) {
  const update = useUpdatePrivateKey();
  const [typed, setTyped] = useState(() => typedKey(apiKey));

  function save(event: FormEvent) {
    event.preventDefault();
    clear();
    const change = keyOf(typed);
    if (!change) return;
    update.mutate(
      { id: apiKey.id, ...change },
      {
        onSuccess: ({ api_key }) => {
          show("success", `“${api_key.name}” is saved.`);
          onDone();
        },
        onError: (error) => show("error", sentenceOf(error, "Failed to update API key")),
      },
    );
  }

  return (
    <form
      onSubmit={save}
      noValidate
      aria-label={`Settings of ${apiKey.name}`}
      className="mt-3 max-w-xl space-y-4"
    >
      <KeyFields typed={typed} mode={apiKey.mode} tried onChange={setTyped} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" size="small" look="primary" busy={update.isPending}>
          Save
        </Button>
        <Button size="small" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
