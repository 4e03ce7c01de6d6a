import type { PrivateKey } from "#contract/account/private-keys.ts";
import {
  KEY_SCOPES,
  type KeyMode,
  type KeyScope,
  SCOPE_MEANINGS,
  SCOPE_MISSING,
} from "#contract/api-keys.ts";
import { LIMITS } from "#contract/limits.ts";
import { SENTENCES } from "#contract/sentences.ts";
import { CheckField, TextField } from "../../ui/field.tsx";

/** The fields of an API key as typed. */
export interface TypedKey {
  name: string;
  scopes: readonly KeyScope[];
  /** Empty: no ceiling. */
  ceiling: string;
}

export const NEW_KEY: TypedKey = { name: "", scopes: ["read", "render"], ceiling: "" };

export function typedKey({ name, scopes, monthly_ceiling }: PrivateKey): TypedKey {
  return { name, scopes, ceiling: String(monthly_ceiling ?? "") };
}

function ceilingFault(typed: string): string | null {
  const credits = Number(typed);
  const isValid =
    typed === "" || (Number.isInteger(credits) && credits >= 1 && credits <= LIMITS.keyCeilingCredits);
  return isValid
    ? null
    : `Enter a whole number from 1 to ${LIMITS.keyCeilingCredits.toLocaleString("en-US")}, or nothing`;
}

/** The key to send; null while a field is not valid. */
export function keyOf({ name, scopes, ceiling }: TypedKey) {
  if (!name.trim() || scopes.length === 0 || ceilingFault(ceiling)) return null;
  return {
    name: name.trim(),
    scopes: [...scopes],
    monthly_ceiling: ceiling === "" ? null : Number(ceiling),
  };
}

const LABELS = { read: "Read", render: "Render", admin: "Admin" } as const satisfies Record<KeyScope, string>;

interface KeyFieldsProps {
  typed: TypedKey;
  mode: KeyMode;
  /** Whether to name what is missing. */
  tried: boolean;
  onChange: (typed: TypedKey) => void;
}

export function KeyFields({ typed, mode, tried, onChange }: KeyFieldsProps) {
  const { name, scopes, ceiling } = typed;
  const isUnscoped = tried && scopes.length === 0;
  return (
    <>
      <TextField
        autoFocus
        label="Name"
        name="api-key-name"
        placeholder="e.g., Nightly reports"
        autoComplete="off"
        maxLength={LIMITS.keyNameChars}
        value={name}
        fault={tried && !name.trim() ? SENTENCES.keyNameMissing : null}
        onChange={({ target }) => onChange({ ...typed, name: target.value })}
      />
      <fieldset className="min-w-0">
        <legend className="mb-1 font-medium text-sm">Scopes</legend>
        <div className="space-y-1.5">
          {KEY_SCOPES.map((scope) => (
            <CheckField
              key={scope}
              label={LABELS[scope]}
              hint={SCOPE_MEANINGS[scope]}
              checked={scopes.includes(scope)}
              onChange={(checked) =>
                onChange({
                  ...typed,
                  scopes: KEY_SCOPES.filter((one) => (one === scope ? checked : scopes.includes(one))),
                })
              }
            />
          ))}
        </div>
        {isUnscoped && (
          <p role="alert" className="mt-1 text-bad text-sm">
            {SCOPE_MISSING}
          </p>
        )}
      </fieldset>
      {mode === "live" && (
        <TextField
          label="Monthly ceiling"
          inputMode="numeric"
          autoComplete="off"
          placeholder="No ceiling"
          hint="Most credits that the key may use in a credit period. Empty: no ceiling."
          value={ceiling}
          fault={ceilingFault(ceiling)}
          onChange={({ target }) => onChange({ ...typed, ceiling: target.value.trim() })}
        />
      )}
    </>
  );
}
