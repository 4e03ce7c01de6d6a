import { useEffect, useRef, useState } from "react";
import { LIMITS } from "#contract/limits.ts";
import { usePublicKeys } from "../../queries/public-keys.ts";
import { Button } from "../../ui/button.tsx";
import { SelectField, TextField } from "../../ui/field.tsx";
import { CHOICES, FILTER_NAMES, type FilterName } from "./filters.ts";

const TYPING_MS = 300;

/** Searches once typing pauses. Follows the address when another search is opened. */
function SearchField({ value, onChange }: { value: string; onChange: (text: string) => void }) {
  const [text, setText] = useState(value);
  const sent = useRef(value);

  useEffect(() => {
    if (value === sent.current) return;
    sent.current = value;
    setText(value);
  }, [value]);

  useEffect(() => {
    const wanted = text.trim();
    if (wanted === sent.current) return;
    const timer = setTimeout(() => {
      sent.current = wanted;
      onChange(wanted);
    }, TYPING_MS);
    return () => clearTimeout(timer);
  }, [text, onChange]);

  return (
    <TextField
      label="Search"
      type="search"
      placeholder="Address or file name"
      maxLength={LIMITS.searchChars}
      value={text}
      onChange={(event) => setText(event.target.value)}
    />
  );
}

interface FilterBarProps {
  query: URLSearchParams;
  onFilter: (name: FilterName, value: string) => void;
  onClear: () => void;
}

export function FilterBar({ query, onFilter, onClear }: FilterBarProps) {
  const { data: keys = [] } = usePublicKeys();
  const key = query.get("key") ?? "";
  const isKnown = key === "" || keys.some(({ id }) => id === key);
  return (
    <search className="grid grid-cols-2 items-end gap-3 sm:grid-cols-4 lg:grid-cols-[2fr_repeat(4,1fr)_auto_auto]">
      <div className="col-span-2 sm:col-span-4 lg:col-span-1">
        <SearchField value={query.get("search") ?? ""} onChange={(text) => onFilter("search", text)} />
      </div>
      {CHOICES.map(({ name, label, values }) => (
        <SelectField
          key={name}
          label={label}
          value={query.get(name) ?? ""}
          options={[{ value: "", label: "All" }, ...values]}
          onChange={(value) => onFilter(name, value)}
        />
      ))}
      <SelectField
        label="Public key"
        value={key}
        options={[
          { value: "", label: "All" },
          ...keys.map(({ id, name }) => ({ value: id, label: name })),
          ...(isKnown ? [] : [{ value: key, label: "Another key" }]),
        ]}
        onChange={(value) => onFilter("key", value)}
      />
      {(["from", "to"] as const).map((name) => (
        <TextField
          key={name}
          label={name === "from" ? "From" : "To"}
          type="date"
          value={query.get(name) ?? ""}
          onChange={(event) => onFilter(name, event.target.value)}
        />
      ))}
      {FILTER_NAMES.some((name) => query.get(name)) && (
        <div className="col-span-2 lg:col-span-7">
          <Button size="small" icon="close" onClick={onClear}>
            Clear filters
          </Button>
        </div>
      )}
    </search>
  );
}
