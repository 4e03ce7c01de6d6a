import { useLayoutEffect, useRef } from "react";
import { useSearch, useSearchParams } from "wouter";
import { navigate } from "wouter/use-browser-location";
import { useOrigin } from "../../client/use-origin.ts";
import { CREATE_FIELDS, SAMPLE_PATH } from "./create-fields.ts";
import { useKeptDocs } from "./kept-docs.ts";

const NAMES = [...CREATE_FIELDS.map(({ path }) => path), "jobId"];
const UNKEPT = new Set(CREATE_FIELDS.filter(({ unkept }) => unkept).map(({ path }) => path));

/** Gives the page its query string back after another tab was shown. */
function useKeptQuery(): void {
  const search = useSearch();
  const [{ search: kept }, keep] = useKeptDocs();
  const arrived = useRef(true);
  useLayoutEffect(() => {
    const { pathname, hash } = window.location;
    if (arrived.current && search === "" && kept !== "") {
      navigate(`${pathname}?${kept}${hash}`, { replace: true });
    } else if (search !== kept) keep({ search });
    arrived.current = false;
  }, [search, kept, keep]);
}

/**
 * Field values of the cards by name, from the query string. Secrets are not among them, because addresses are stored and
 * shared. Until the reader chooses a page, it is the sample page of this site.
 */
export function useFieldValues() {
  const origin = useOrigin();
  const [query, setQuery] = useSearchParams();
  const [{ unkept }, keep] = useKeptDocs();
  useKeptQuery();

  const textOf = (name: string) => (UNKEPT.has(name) ? unkept[name] : query.get(name)) ?? "";
  const values = new Map(NAMES.map((name) => [name, textOf(name)]));
  const hasOwnPage = query.has("url") || textOf("html") !== "" || textOf("markdown") !== "";
  if (!hasOwnPage) values.set("url", origin + SAMPLE_PATH);

  function setValue(name: string, value: string) {
    if (UNKEPT.has(name)) {
      keep({ unkept: { ...unkept, [name]: value } });
      return;
    }
    setQuery(
      (previous) => {
        const next = new URLSearchParams(previous);
        // An address that was cleared stays empty, instead of becoming the sample page again.
        if (value || name === "url") next.set(name, value);
        else next.delete(name);
        return next;
      },
      { replace: true },
    );
  }
  return [values, setValue] as const;
}
