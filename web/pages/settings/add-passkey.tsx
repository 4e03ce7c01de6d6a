import { type FormEvent, useState } from "react";
import type { RecoveryCodes } from "#contract/account/second-factor.ts";
import { LIMITS } from "#contract/limits.ts";
import { useAddPasskey } from "../../queries/second-factor.ts";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { device } from "../../words/device.ts";

interface AddPasskeyProps {
  /** Names of the account's passkeys. */
  taken: readonly string[];
  onAdded: (codes: RecoveryCodes) => void;
  onCancel: () => void;
  onFailure: (error: unknown, fallback: string, again: () => void) => void;
}

/** The name of this device, with a number if another passkey has it. */
function freeName(taken: readonly string[]): string {
  const name = device(navigator.userAgent);
  for (let number = 1; ; number += 1) {
    const numbered = number === 1 ? name : `${name} (${number})`;
    if (!taken.includes(numbered)) return numbered;
  }
}

/** Asks for the name of a new passkey, then lets the browser make it. */
export function AddPasskey({ taken, onAdded, onCancel, onFailure }: AddPasskeyProps) {
  const [name, setName] = useState(() => freeName(taken));
  const add = useAddPasskey();

  function run() {
    add.mutate(name.trim(), {
      onSuccess: onAdded,
      onError: (error) => onFailure(error, "The passkey was not added", run),
    });
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (name.trim()) run();
  }

  return (
    <form onSubmit={submit} noValidate className="max-w-sm space-y-3">
      <TextField
        autoFocus
        label="Name of the passkey"
        maxLength={LIMITS.passkeyNameChars}
        hint="Your browser then asks for your fingerprint, face, PIN or security key."
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" look="primary" busy={add.isPending} disabled={!name.trim()}>
          Create passkey
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </form>
  );
}
