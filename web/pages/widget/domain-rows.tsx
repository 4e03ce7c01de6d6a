import { useRef } from "react";
import { LIMITS } from "#contract/limits.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";

export interface DomainRow {
  /** Stays the same when rows above are added or removed. */
  id: number;
  text: string;
}

let lastRowId = 0;

export function domainRow(text: string): DomainRow {
  lastRowId += 1;
  return { id: lastRowId, text };
}

/** The domains to send: trimmed, without blank rows. */
export function domainsOf(rows: readonly DomainRow[]): string[] {
  return rows.map(({ text }) => text.trim()).filter(Boolean);
}

interface DomainRowsProps {
  rows: readonly DomainRow[];
  onChange: (rows: DomainRow[]) => void;
  /** What is wrong with a row, or null. */
  faultOf: (row: DomainRow) => string | null;
}

/** Text fields for domain patterns, one per row. The last row cannot be removed. */
export function DomainRows({ rows, onChange, faultOf }: DomainRowsProps) {
  const list = useRef<HTMLFieldSetElement>(null);

  function add() {
    onChange([...rows, domainRow("")]);
    requestAnimationFrame(() => {
      const inputs = list.current?.querySelectorAll("input") ?? [];
      inputs[inputs.length - 1]?.focus();
    });
  }

  return (
    <fieldset ref={list} className="min-w-0">
      <legend className="mb-1 font-medium text-sm">Authorized domains</legend>
      <div className="space-y-2">
        {rows.map((row, index) => (
          <div key={row.id} className="flex items-start gap-1.5">
            <div className="min-w-0 flex-1">
              <TextField
                bare
                label={`Domain ${index + 1}`}
                name={`domain-${index}`}
                placeholder="example.com"
                autoCapitalize="none"
                autoComplete="off"
                spellCheck={false}
                value={row.text}
                fault={faultOf(row)}
                onChange={(event) =>
                  onChange(
                    rows.map((other) => (other.id === row.id ? { ...row, text: event.target.value } : other)),
                  )
                }
              />
            </div>
            {rows.length > 1 && (
              <IconButton
                icon="close"
                label={`Remove domain ${index + 1}`}
                className="mt-0.5"
                onClick={() => onChange(rows.filter((other) => other.id !== row.id))}
              />
            )}
          </div>
        ))}
      </div>
      <p className="mt-1.5 text-muted text-sm">
        Enter <code className="font-mono">example.com</code> for one host,{" "}
        <code className="font-mono">*.example.com</code> for all its subdomains, or{" "}
        <code className="font-mono">localhost:*</code> for any port.
      </p>
      {rows.length < LIMITS.domainsPerKey && (
        <Button size="small" look="quiet" icon="plus" className="mt-1" onClick={add}>
          Add domain
        </Button>
      )}
    </fieldset>
  );
}
