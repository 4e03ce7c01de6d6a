import { type FormEvent, useRef, useState } from "react";
import type { PublicKey } from "#contract/account/public-keys.ts";
import { LIMITS } from "#contract/limits.ts";
import { SENTENCES } from "#contract/sentences.ts";
import { sentenceOf } from "../../client/failure.ts";
import { clear, show } from "../../feedback/feedback.ts";
import { useCreatePublicKey } from "../../queries/public-keys.ts";
import { Button } from "../../ui/button.tsx";
import { CheckField, TextField } from "../../ui/field.tsx";
import { domainFaults, domainsMissing, NO_FAULTS } from "./domain-faults.ts";
import { DomainRows, domainRow, domainsOf } from "./domain-rows.tsx";

export function CreateKeyForm({ onCreated }: { onCreated: (key: PublicKey) => void }) {
  const form = useRef<HTMLFormElement>(null);
  const create = useCreatePublicKey();
  const [name, setName] = useState("");
  const [rows, setRows] = useState(() => [domainRow("")]);
  const [restricted, setRestricted] = useState(true);
  const [tried, setTried] = useState(false);
  const [faults, setFaults] = useState(NO_FAULTS);

  const nameFault = tried && !name.trim() ? SENTENCES.keyNameMissing : null;
  const noDomain = tried ? domainsMissing(rows) : null;

  function focus(field: string) {
    const control = form.current?.elements.namedItem(field);
    if (control instanceof HTMLElement) control.focus();
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    setFaults(NO_FAULTS);
    clear();
    if (!name.trim()) return focus("key-name");
    if (domainsMissing(rows)) return focus("domain-0");
    const domains = domainsOf(rows);
    create.mutate(
      { name: name.trim(), authorized_domains: domains, restrict_targets: restricted },
      {
        onSuccess: ({ public_key }) => {
          show("success", `“${public_key.name}” is ready.`);
          onCreated(public_key);
        },
        onError: (error) => {
          setFaults(domainFaults(error, domains));
          show("error", sentenceOf(error, "Failed to create public key"));
        },
      },
    );
  }

  return (
    <form
      ref={form}
      onSubmit={submit}
      noValidate
      aria-label="Create a public key"
      className="space-y-4 border-line *:max-w-xl has-[+ul]:mb-5 has-[+ul]:border-b has-[+ul]:pb-5"
    >
      <TextField
        label="Key name"
        name="key-name"
        placeholder="e.g., My Website Widget"
        autoComplete="off"
        autoFocus
        maxLength={LIMITS.keyNameChars}
        value={name}
        fault={nameFault}
        onChange={(event) => setName(event.target.value)}
      />
      <DomainRows
        rows={rows}
        onChange={setRows}
        faultOf={(row) => faults.get(row.text.trim()) ?? (row === rows[0] ? noDomain : null)}
      />
      <CheckField
        label="Convert only pages on these domains"
        hint="Keep this on unless the button should convert pages on other sites."
        checked={restricted}
        onChange={setRestricted}
      />
      <Button type="submit" look="primary" busy={create.isPending}>
        Create public key
      </Button>
    </form>
  );
}
