import type { Language } from "../../snippets/languages.ts";

/** What every endpoint card takes: the fields of the page, the key, and the language of the code. */
export interface CardProps {
  values: ReadonlyMap<string, string>;
  onValue: (path: string, value: string) => void;
  apiKey: string;
  language: Language;
  onLanguage: (language: Language) => void;
}
