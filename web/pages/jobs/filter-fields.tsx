import { useEffect, useRef, useState } from "react";
import { LIMITS } from "#contract/limits.ts";
import { withChosen } from "../../job-list/filtered-page.tsx";
import { usePrivateKeys } from "../../queries/private-keys.ts";
import { usePublicKeys } from "../../queries/public-keys.ts";
import { SelectField, TextField } from "../../ui/field.tsx";
import { CHOICES, type FilterName } from "./filters.ts";

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

interface FilterFieldsProps {
  query: URLSearchParams;
  onFilter: (name: FilterName, value: string) => void;
}

export function FilterFields({ query, onFilter }: FilterFieldsProps) {
  const { data: privateKeys = [] } = usePrivateKeys();
  const { data: publicKeys = [] } = usePublicKeys();
  const keys = [...privateKeys, ...publicKeys].map(({ id, name }) => ({ value: id, label: name }));
  const lists = [...CHOICES, { name: "key", label: "Key", values: keys }] as const;
  return (
    <>
      <div className="col-span-2 sm:col-span-4 lg:col-span-1">
        <SearchField value={query.get("search") ?? ""} onChange={(text) => onFilter("search", text)} />
      </div>
      {lists.map(({ name, label, values }) => (
        <SelectField
          key={name}
          label={label}
          value={query.get(name) ?? ""}
          options={withChosen(values, query.get(name) ?? "", name === "key" ? "Another key" : undefined)}
          onChange={(value) => onFilter(name, value)}
        />
      ))}
      {(["from", "to"] as const).map((name) => (
        <TextField
          key={name}
          label={name === "from" ? "From" : "To"}
          type="date"
          value={query.get(name) ?? ""}
          onChange={(event) => onFilter(name, event.target.value)}
        />
      ))}
    </>
  );
}
