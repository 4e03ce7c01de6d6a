import type { Language } from "../../snippets/languages.ts";

/** Props of every endpoint card: the field values, the API key and the language of the code. */
export interface CardProps {
  values: ReadonlyMap<string, string>;
  onValue: (path: string, value: string) => void;
  /** Empty if no key is known; null while it is loading. */
  apiKey: string | null;
  language: Language;
  onLanguage: (language: Language) => void;
}
