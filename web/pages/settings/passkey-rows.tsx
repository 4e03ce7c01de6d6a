import type { RecoveryCodes, SecondFactorState } from "#contract/account/second-factor.ts";
import { LIMITS } from "#contract/limits.ts";
import { Button } from "../../ui/button.tsx";
import { useOpener } from "../../ui/use-opener.ts";
import { day, moment } from "../../words/dates.ts";
import { AddPasskey } from "./add-passkey.tsx";
import { FactorRow } from "./factor-row.tsx";

interface PasskeyRowsProps {
  passkeys: SecondFactorState["passkeys"];
  onAdded: (codes: RecoveryCodes) => void;
  onRemove: (passkey: { id: string; name: string }) => void;
  onFailure: (error: unknown, fallback: string, again: () => void) => void;
}

/** The passkeys, and below them the form for a new one. */
export function PasskeyRows({ passkeys, onAdded, onRemove, onFailure }: PasskeyRowsProps) {
  const form = useOpener();

  function added(codes: RecoveryCodes) {
    form.close();
    onAdded(codes);
  }

  return (
    <>
      {passkeys.map(({ id, name, created_at, last_used_at }) => (
        <FactorRow
          key={id}
          title={name}
          action={
            <Button
              size="small"
              aria-label={`Remove the passkey ${name}`}
              onClick={() => onRemove({ id, name: `The passkey “${name}”` })}
            >
              Remove
            </Button>
          }
        >
          Passkey, added on {day(created_at)}.{" "}
          {last_used_at === null ? "Not used yet." : `Last used ${moment(last_used_at)}.`}
        </FactorRow>
      ))}
      {form.isOpen && (
        <div className="py-4">
          <AddPasskey
            taken={passkeys.map(({ name }) => name)}
            onAdded={added}
            onCancel={form.close}
            onFailure={onFailure}
          />
        </div>
      )}
      {!form.isOpen && passkeys.length < LIMITS.passkeys && (
        <FactorRow
          title={passkeys.length === 0 ? "Passkeys" : "Another passkey"}
          action={
            <Button size="small" autoFocus={form.autoFocus} onClick={form.open}>
              Add passkey
            </Button>
          }
        >
          Your fingerprint, face, PIN or security key. A passkey cannot be phished.
        </FactorRow>
      )}
    </>
  );
}
