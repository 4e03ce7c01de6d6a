/**
 * Shape of an entry of `OPTIONS`, and the types derived from it. Entries are plain data, because forms and the widget's
 * build read them too.
 */
import type { TextFormat } from "./text-formats.ts";

interface Facts {
  /** One sentence for the documentation. */
  readonly meaning: string;
  /** Name in forms. Default: the last word of the option's path. */
  readonly label?: string;
  /** The default in words, for a default that depends on other options or is not one of the values. */
  readonly fallback?: string;
  /** The option is accepted only while `option`, another option of the same group, has one of `values`. */
  readonly when?: { readonly option: string; readonly values: readonly string[] };
  /** The option is accepted only together with this one of the same group, or with one of these. */
  readonly needs?: string | readonly string[];
  /** The option is refused together with this one of the same group. */
  readonly without?: string;
  /** The group is accepted only with this option. For the items of a list. */
  readonly required?: true;
  /** The value is a secret: it is stored sealed, deleted with the job's end, and never shown. */
  readonly secret?: true;
}

/** Facts of the kinds of options that the button may have. */
interface ButtonFacts extends Facts {
  /**
   * The attribute of `<platen-button>` that sets the option, its name in the button's form, and the button's own
   * bounds.
   */
  readonly button?: {
    readonly attribute: string;
    readonly label: string;
    readonly values?: readonly string[];
    readonly min?: number;
  };
}

/**
 * One of a few words. In every kind of option, `default: null` means that the option is left out by default, or that the
 * default depends on other options: see `settle` in request.ts.
 */
interface Choice extends ButtonFacts {
  readonly kind: "choice";
  readonly values: readonly string[];
  readonly default: string | null;
}

interface Flag extends ButtonFacts {
  readonly kind: "flag";
  readonly default: boolean | null;
}

/** A whole number. */
interface Integer extends ButtonFacts {
  readonly kind: "integer";
  readonly min: number;
  readonly max: number;
  readonly default: number | null;
}

/** Any number. */
interface Decimal extends Facts {
  readonly kind: "number";
  readonly min: number;
  readonly max: number;
  readonly default: number | null;
}

/** CSS px: any number above 0, rounded to a whole number. */
interface Pixels extends ButtonFacts {
  readonly kind: "pixels";
  readonly max: number;
  readonly default: number | null;
}

/** A CSS length in absolute units. */
interface Length extends ButtonFacts {
  readonly kind: "length";
  readonly minPx?: number;
  readonly maxPx: number;
  readonly default: string | null;
}

/** A text, not empty unless `minChars` is 0. */
interface Text extends Facts {
  readonly kind: "text";
  readonly minChars?: 0;
  readonly maxChars: number;
  readonly format?: TextFormat;
  readonly default: string | null;
}

/** A text or a list of texts, stored as a list. */
interface Texts extends Facts {
  readonly kind: "texts";
  readonly maxItems: number;
  /** Characters of all texts together. */
  readonly maxChars: number;
  readonly format?: TextFormat;
  readonly default: null;
}

/** A list of words. */
interface Choices extends Facts {
  readonly kind: "choices";
  readonly values: readonly string[];
  readonly default: null;
}

/** An object whose names the client chooses, and whose values are texts, not empty unless `minChars` is 0. */
interface TextMap extends Facts {
  readonly kind: "map";
  readonly maxItems: number;
  readonly minChars?: 0;
  /** Characters of all names and values together. */
  readonly maxChars: number;
  readonly nameFormat?: TextFormat;
  readonly format?: TextFormat;
  readonly default: null;
}

/** A list of objects. */
interface List extends Facts {
  readonly kind: "list";
  readonly maxItems: number;
  readonly item: Group;
  /** The option of the item that a plain text stands for. */
  readonly short?: string;
  readonly default: null;
}

export type ButtonOption = Choice | Flag | Integer | Pixels | Length;
export type Option = ButtonOption | Decimal | Text | Texts | Choices | TextMap | List;
export interface Group {
  readonly [name: string]: Option | Group;
}

export function isOption(node: Option | Group): node is Option {
  return typeof node.kind === "string";
}

/** Type of a valid value. */
export type ValueOf<O extends Option> = O extends Choice
  ? O["values"][number]
  : O extends Flag
    ? boolean
    : O extends Integer | Decimal | Pixels
      ? number
      : O extends Length | Text
        ? string
        : O extends Choices
          ? O["values"][number][]
          : O extends Texts
            ? string[]
            : O extends TextMap
              ? Record<string, string>
              : O extends List
                ? Output<O["item"]>[]
                : never;

/** Type of a value as a client may send it. */
type InputOf<O extends Option> = O extends Texts
  ? string | string[]
  : O extends List
    ? (Input<O["item"]> | (O extends { short: string } ? string : never))[]
    : ValueOf<O>;

type Required<G extends Group> = {
  [Name in keyof G]: G[Name] extends { required: true } ? Name : never;
}[keyof G];

/** A group as a client may send it. */
export type Input<G extends Group> = {
  -readonly [Name in Exclude<keyof G, Required<G>>]?: G[Name] extends Option
    ? InputOf<G[Name]>
    : G[Name] extends Group
      ? Input<G[Name]>
      : never;
} & {
  -readonly [Name in Required<G>]: G[Name] extends Option ? InputOf<G[Name]> : never;
};

/** Whether a validated value may be missing: an option without a default of its own, or a group of such options. */
type IsUnset<Node> = Node extends Option
  ? Node extends { required: true }
    ? false
    : Node extends { default: null } | { when: object }
      ? true
      : false
  : Node extends Group
    ? false extends { [Name in keyof Node]: IsUnset<Node[Name]> }[keyof Node]
      ? false
      : true
    : never;

type Unset<G extends Group> = {
  [Name in keyof G]: true extends IsUnset<G[Name]> ? Name : never;
}[keyof G];

type OutputOf<Node> = Node extends Option ? ValueOf<Node> : Node extends Group ? Output<Node> : never;

/** A group after validation: every default is filled in, except those that depend on other options. */
export type Output<G extends Group> = {
  -readonly [Name in Exclude<keyof G, Unset<G>>]: OutputOf<G[Name]>;
} & {
  -readonly [Name in Unset<G>]?: OutputOf<G[Name]>;
};
