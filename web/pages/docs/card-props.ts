import type { Language } from "../../snippets/languages.ts";

/** Props of every endpoint card: the field values, the API key and the language of the code. */
export interface CardProps {
  values: ReadonlyMap<string, string>;
  onValue: (path: string, value: string) => void;
  apiKey: string;
  language: Language;
  onLanguage: (language: Language) => void;
}
