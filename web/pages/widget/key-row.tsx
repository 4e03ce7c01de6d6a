import { useRef, useState } from "react";
import type { Profile } from "#contract/account/profile.ts";
import type { PublicKey } from "#contract/account/public-keys.ts";
import type { Tier } from "#contract/plans.ts";
import { defaultDailyLimits } from "#contract/widget/daily-limits.ts";
import { show } from "../../feedback/feedback.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button, IconButton } from "../../ui/button.tsx";
import { classes } from "../../ui/classes.ts";
import { CopyButton } from "../../ui/copy-button.tsx";
import { day, moment } from "../../words/dates.ts";
import { readableHost } from "../../words/readable-address.ts";
import { EditKeyForm } from "./edit-key-form.tsx";
import { KeyOverage } from "./key-overage.tsx";

const SHOWN_CHARS = 20;

const count = (number: number) => number.toLocaleString("en-US");

interface KeyRowProps {
  publicKey: PublicKey;
  /** Missing while it is loading. */
  profile: Profile | undefined;
  selected: boolean;
  editing: boolean;
  onSelect: () => void;
  onEdit: (editing: boolean) => void;
  onDelete: () => void;
}

/** Today's conversions and the two daily limits. */
function todayOf({ used_today, daily_limit, daily_visitor_limit }: PublicKey, tier: Tier): string {
  const usual = defaultDailyLimits(tier);
  const limit = count(daily_limit ?? usual.key);
  return `${count(used_today)} of ${limit} conversions today · at most ${count(daily_visitor_limit ?? usual.visitor)} per visitor and day`;
}

export function KeyRow({ publicKey, profile, selected, editing, onSelect, onEdit, onDelete }: KeyRowProps) {
  const [revealed, setRevealed] = useState(false);
  const pencil = useRef<HTMLButtonElement>(null);
  const { name, key, authorized_domains, created_at, last_used_at, restrict_targets } = publicKey;

  function closeForm() {
    onEdit(false);
    pencil.current?.focus();
  }

  return (
    <div className="py-3.5">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-64">
          <h3 className="font-medium [overflow-wrap:anywhere]">{name}</h3>
          <div className="mt-0.5 flex min-w-0 items-center">
            <code className="min-w-0 font-mono text-muted text-sm [overflow-wrap:anywhere]">
              {revealed ? key : `${key.slice(0, SHOWN_CHARS)}…`}
            </code>
            <IconButton
              icon={revealed ? "eyeOff" : "eye"}
              label={`${revealed ? "Hide" : "Reveal"} the key of ${name}`}
              onClick={() => setRevealed(!revealed)}
            />
            <CopyButton
              compact
              text={key}
              label={`Copy the key of ${name}`}
              onFailure={() => show("error", "Failed to copy the key")}
            />
          </div>
        </div>
        <div className="flex items-center gap-1">
          <Button
            size="small"
            look={selected ? "primary" : "secondary"}
            icon={selected ? "check" : undefined}
            aria-pressed={selected}
            aria-label={selected ? `Selected: ${name}` : `Select ${name}`}
            onClick={onSelect}
          >
            {selected ? "Selected" : "Select"}
          </Button>
          <IconButton
            ref={pencil}
            icon="pencil"
            label={`Edit domains and limits of ${name}`}
            aria-expanded={editing}
            onClick={() => onEdit(!editing)}
          />
          <IconButton icon="trash" label={`Delete ${name}`} onClick={onDelete} />
        </div>
      </div>
      {editing ? (
        <EditKeyForm publicKey={publicKey} tier={profile?.tier ?? "free"} onDone={closeForm} />
      ) : (
        <ul aria-label={`Domains of ${name}`} className="mt-1.5 flex flex-wrap gap-1.5">
          {authorized_domains.map((domain) => (
            <li key={domain}>
              <Badge>
                <span className="whitespace-normal font-mono [overflow-wrap:anywhere]">
                  {readableHost(domain)}
                </span>
              </Badge>
            </li>
          ))}
        </ul>
      )}
      <p className={classes("mt-2 text-muted text-sm", editing && "hidden")}>
        {restrict_targets ? "Converts only pages on these domains" : "Converts pages on any domain"} · created{" "}
        {day(created_at)} · {last_used_at ? `last used ${moment(last_used_at)}` : "never used"}
      </p>
      {profile && !editing && (
        <>
          <p className="mt-1 text-muted text-sm">{todayOf(publicKey, profile.tier)}</p>
          <KeyOverage publicKey={publicKey} profile={profile} />
        </>
      )}
    </div>
  );
}
