import { keep } from "../../session/kept.ts";
import { LANGUAGES, type Language } from "../../snippets/languages.ts";

interface KeptDocs {
  /** The API key that was typed; null if none was. It is in no storage and in no address. */
  typedKey: string | null;
  language: Language;
  /** Query string of the page when it was left, without the question mark. */
  search: string;
  /** Values that are not kept in the address: secrets, and texts that are too long for it. */
  unkept: Readonly<Record<string, string>>;
  /** The job that the create card shows. */
  jobId: string | null;
}

/** What the docs keep while another tab is shown. */
export const useKeptDocs = keep<KeptDocs>({
  typedKey: null,
  language: LANGUAGES[0],
  search: "",
  unkept: {},
  jobId: null,
});
