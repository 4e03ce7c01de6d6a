/** Search over calls, fields, errors and guides. Its index is loaded when the field gets the focus. */
import { useState } from "react";
import type { SearchEntry } from "../../docs-content/content.ts";
import { TextField } from "../../ui/field.tsx";
import { useHydrated } from "../../ui/use-hydrated.ts";
import { DocsLink } from "./docs-link.tsx";
import { findEntries } from "./find-entries.ts";

const loadEntries = async () => (await import("virtual:docs/search")).default;

export function DocsSearch({ onLeave }: { onLeave: () => void }) {
  const isHydrated = useHydrated();
  const [query, setQuery] = useState("");
  const [entries, setEntries] = useState<readonly SearchEntry[]>([]);
  const found = findEntries(entries, query);
  const isAsked = query.trim() !== "" && entries.length > 0;
  function leave() {
    setQuery("");
    onLeave();
  }
  async function load() {
    try {
      setEntries(await loadEntries());
    } catch (error) {
      console.error("The search could not be loaded.", error);
    }
  }
  return (
    <search className="block p-1" inert={!isHydrated}>
      <TextField
        bare
        label="Search the documentation"
        type="search"
        placeholder="Search"
        value={query}
        onFocus={() => void load()}
        onChange={(event) => setQuery(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Escape") setQuery("");
        }}
      />
      <p role="status" className={isAsked ? "mt-2 px-1 text-muted text-sm" : "sr-only"}>
        {isAsked ? `${found.length === 0 ? "No" : found.length} results` : ""}
      </p>
      {isAsked && (
        <ul className="mt-1 divide-y divide-line text-sm">
          {found.map((entry) => (
            <li key={entry.href + entry.title}>
              <DocsLink
                href={entry.href}
                onClick={leave}
                className="block rounded-sm px-1 py-1.5 hover:bg-wash"
              >
                <span className="block font-medium [overflow-wrap:anywhere]">{entry.title}</span>
                <span className="block text-muted [overflow-wrap:anywhere]">{entry.place}</span>
              </DocsLink>
            </li>
          ))}
        </ul>
      )}
    </search>
  );
}
