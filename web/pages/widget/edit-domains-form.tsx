import { type FormEvent, useState } from "react";
import type { PublicKey } from "#contract/account.ts";
import { sentenceOf } from "../../client/failure.ts";
import { show } from "../../feedback/feedback.ts";
import { useUpdatePublicKey } from "../../queries/public-keys.ts";
import { Button } from "../../ui/button.tsx";
import { CheckField } from "../../ui/field.tsx";
import { domainFaults, domainsMissing, NO_FAULTS } from "./domain-faults.ts";
import { DomainRows, domainRow, domainsOf } from "./domain-rows.tsx";

export function EditDomainsForm({ publicKey, onDone }: { publicKey: PublicKey; onDone: () => void }) {
  const update = useUpdatePublicKey();
  const [rows, setRows] = useState(() => publicKey.authorized_domains.map(domainRow));
  const [restricted, setRestricted] = useState(publicKey.restrict_targets);
  const [tried, setTried] = useState(false);
  const [faults, setFaults] = useState(NO_FAULTS);
  const noDomain = tried ? domainsMissing(rows) : null;

  function save(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    if (domainsMissing(rows)) return;
    const domains = domainsOf(rows);
    update.mutate(
      { id: publicKey.id, authorized_domains: domains, restrict_targets: restricted },
      {
        onSuccess: () => {
          show("success", `The domains of “${publicKey.name}” are saved.`);
          onDone();
        },
        onError: (error) => {
          setFaults(domainFaults(error, domains));
          show("error", sentenceOf(error, "Failed to update domains"));
        },
      },
    );
  }

  return (
    <form
      onSubmit={save}
      noValidate
      aria-label={`Domains of ${publicKey.name}`}
      className="mt-2 max-w-xl space-y-3"
    >
      <DomainRows
        rows={rows}
        onChange={setRows}
        faultOf={(row) => faults.get(row.text.trim()) ?? (row === rows[0] ? noDomain : null)}
      />
      <CheckField label="Convert only pages on these domains" checked={restricted} onChange={setRestricted} />
      <div className="flex gap-2">
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
