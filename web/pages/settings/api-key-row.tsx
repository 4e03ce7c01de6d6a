import { useRef } from "react";
import type { PrivateKey } from "#contract/account/private-keys.ts";
import { Badge } from "../../ui/badge.tsx";
import { IconButton } from "../../ui/button.tsx";
import { day, moment } from "../../words/dates.ts";
import { counted } from "../../words/sizes.ts";
import { EditApiKeyForm } from "./edit-api-key-form.tsx";

interface ApiKeyRowProps {
  apiKey: PrivateKey;
  editing: boolean;
  onEdit: (editing: boolean) => void;
  onDelete: () => void;
}

/** What the key has used, and how much it may use. */
function creditsOf({ mode, used_this_period: used, monthly_ceiling: ceiling }: PrivateKey): string {
  if (mode === "test") return "costs no credits";
  if (ceiling === null) return `${counted(used, "credit")} used this period`;
  return `${used.toLocaleString("en-US")} of ${counted(ceiling, "credit")} used this period`;
}

export function ApiKeyRow({ apiKey, editing, onEdit, onDelete }: ApiKeyRowProps) {
  const { name, beginning, mode, scopes, created_at, last_used_at } = apiKey;
  const pencil = useRef<HTMLButtonElement>(null);

  function closeForm() {
    onEdit(false);
    pencil.current?.focus();
  }

  return (
    <div className="py-3.5">
      <div className="flex items-start justify-between gap-x-4">
        <div className="min-w-0 flex-1">
          <h3 className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium [overflow-wrap:anywhere]">
            {name} {mode === "test" && <Badge tone="warn">Test</Badge>}
          </h3>
          <code className="font-mono text-muted text-sm [overflow-wrap:anywhere]">{beginning}</code>
        </div>
        <div className="flex items-center gap-1">
          <IconButton
            ref={pencil}
            icon="pencil"
            label={`Edit ${name}`}
            aria-expanded={editing}
            onClick={() => onEdit(!editing)}
          />
          <IconButton icon="trash" label={`Delete ${name}`} onClick={onDelete} />
        </div>
      </div>
      {editing ? (
        <EditApiKeyForm apiKey={apiKey} onDone={closeForm} />
      ) : (
        <>
          <ul aria-label={`Scopes of ${name}`} className="mt-1.5 flex flex-wrap gap-1.5">
            {scopes.map((scope) => (
              <li key={scope}>
                <Badge>{scope}</Badge>
              </li>
            ))}
          </ul>
          <p className="mt-2 text-muted text-sm">
            {creditsOf(apiKey)} · created {day(created_at)} ·{" "}
            {last_used_at ? `last used ${moment(last_used_at)}` : "never used"}
          </p>
        </>
      )}
    </div>
  );
}
