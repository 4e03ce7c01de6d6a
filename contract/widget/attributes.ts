/** The attributes of `<platen-button>`: four of its own, and one for each option with a `button` entry. */
import { FIELDS } from "../job/fields.ts";
import type { ButtonOption, Group, Option, ValueOf } from "../job/option.ts";
import { valuesOf } from "../job/option-words.ts";
import type { OPTIONS } from "../job/options.ts";
import type { OutputType } from "../job/values.ts";

const URL_SOURCES = ["current", "custom"] as const;
type UrlSource = (typeof URL_SOURCES)[number];

interface TypedIn {
  readonly meaning: string;
  readonly fallback?: string;
  readonly when?: undefined;
  readonly default: string;
}
interface Text extends TypedIn {
  readonly kind: "text";
}
interface Address extends TypedIn {
  readonly kind: "address";
}

export type ButtonAttribute = (ButtonOption | Text | Address) & {
  readonly name: string;
  /** Label in the form of the Widget tab. */
  readonly label: string;
  /** Path of the option that the attribute sets; null for the button's own attributes. */
  readonly path: string | null;
  readonly only: OutputType | null;
};

const own = { path: null, only: null } as const;

const LEADING = [
  {
    ...own,
    name: "public-key",
    label: "Public key",
    kind: "text",
    default: "",
    fallback: "required",
    meaning: "The public key of your site (pk_live_…).",
  },
  {
    ...own,
    name: "url-source",
    label: "Page to convert",
    kind: "choice",
    values: URL_SOURCES,
    default: "current",
    meaning: "current: the page that the visitor is on. custom: the page of custom-url.",
  },
  {
    ...own,
    name: "custom-url",
    label: "Custom URL",
    kind: "address",
    default: "",
    fallback: "none",
    meaning: "The page to convert when url-source is custom.",
  },
] as const satisfies readonly ButtonAttribute[];

const TRAILING = [
  {
    ...own,
    name: "button-text",
    label: "Button text",
    kind: "text",
    default: "",
    fallback: "Generate PDF or Generate screenshot, in the page's language",
    meaning: "The button's label.",
  },
] as const satisfies readonly ButtonAttribute[];

/** All attributes, in the order of the snippet. */
export const BUTTON_ATTRIBUTES: readonly ButtonAttribute[] = [
  ...LEADING,
  ...FIELDS.flatMap((field) => {
    if (!("button" in field) || !field.button) return [];
    const { button, ...option } = field;
    const { attribute: name, ...changed } = button;
    return [{ ...option, ...changed, name }];
  }),
  ...TRAILING,
];

/** The accepted values, in words. `quote` marks up literal values. */
export function attributeValues(attribute: ButtonAttribute, quote?: (value: string) => string): string {
  if (attribute.kind === "address") return "http or https address";
  return attribute.kind === "text" ? "text" : valuesOf(attribute, quote);
}

type EntriesOf<G extends Group> = {
  [Name in keyof G]: G[Name] extends Option
    ? G[Name] extends { button: { attribute: infer Attribute extends string } }
      ? {
          attribute: Attribute;
          value: G[Name] extends { button: { values: readonly (infer Value)[] } } ? Value : ValueOf<G[Name]>;
        }
      : never
    : G[Name] extends Group
      ? EntriesOf<G[Name]>
      : never;
}[keyof G];
type Entry = EntriesOf<typeof OPTIONS>;

type Camel<Name extends string> = Name extends `${infer Head}-${infer Tail}`
  ? `${Head}${Capitalize<Camel<Tail>>}`
  : Name;

export type ButtonAttributeName =
  | (typeof LEADING)[number]["name"]
  | Entry["attribute"]
  | (typeof TRAILING)[number]["name"];

/** The element's properties, which mirror the attributes. */
export type ButtonProperties = { [E in Entry as Camel<E["attribute"]>]: E["value"] } & {
  publicKey: string;
  urlSource: UrlSource;
  customUrl: string;
  buttonText: string;
};
