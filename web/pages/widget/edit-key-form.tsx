import { type FormEvent, useState } from "react";
import type { PublicKey } from "#contract/account/public-keys.ts";
import type { Tier } from "#contract/plans.ts";
import { sentenceOf } from "../../client/failure.ts";
import { clear, show } from "../../feedback/feedback.ts";
import { useUpdatePublicKey } from "../../queries/public-keys.ts";
import { Button } from "../../ui/button.tsx";
import { CheckField } from "../../ui/field.tsx";
import { readableHost } from "../../words/readable-address.ts";
import { DailyLimitFields, limitFault, limitOf, typedLimits } from "./daily-limit-fields.tsx";
import { domainFaults, domainsMissing, NO_FAULTS } from "./domain-faults.ts";
import { DomainRows, domainRow, domainsOf } from "./domain-rows.tsx";

interface EditKeyFormProps {
  publicKey: PublicKey;
  tier: Tier;
  onDone: () => void;
}

/** Changes the domains and the daily limits of a key. */
export function EditKeyForm({ publicKey, tier, onDone }: EditKeyFormProps) {
  const update = useUpdatePublicKey();
  const [rows, setRows] = useState(() =>
    publicKey.authorized_domains.map((domain) => domainRow(readableHost(domain))),
  );
  const [restricted, setRestricted] = useState(publicKey.restrict_targets);
  const [tried, setTried] = useState(false);
  const [faults, setFaults] = useState(NO_FAULTS);
  const [limits, setLimits] = useState(() => typedLimits(publicKey));
  const noDomain = tried ? domainsMissing(rows) : null;

  function save(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    setFaults(NO_FAULTS);
    clear();
    if (domainsMissing(rows) || limitFault(limits.key) || limitFault(limits.visitor)) return;
    const domains = domainsOf(rows);
    update.mutate(
      {
        id: publicKey.id,
        authorized_domains: domains,
        restrict_targets: restricted,
        daily_limit: limitOf(limits.key),
        daily_visitor_limit: limitOf(limits.visitor),
      },
      {
        onSuccess: () => {
          show("success", `“${publicKey.name}” is saved.`);
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
      aria-label={`Settings of ${publicKey.name}`}
      className="mt-2 max-w-xl space-y-3"
    >
      <DomainRows
        rows={rows}
        onChange={setRows}
        faultOf={(row) => faults.get(row.text.trim()) ?? (row === rows[0] ? noDomain : null)}
      />
      <CheckField label="Convert only pages on these domains" checked={restricted} onChange={setRestricted} />
      <DailyLimitFields typed={limits} tier={tier} onChange={setLimits} />
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
