/** What an entry of `OPTIONS` may say, and the types that follow from it. Plain data: forms and the widget's build read it, too. */

interface Facts {
  /** One sentence for the documentation. */
  readonly meaning: string;
  /** Name in forms; the last word of its path where there is none. */
  readonly label?: string;
  /** What happens without the option, in words, where its default depends on other options or is not a value to choose. */
  readonly fallback?: string;
  /** For options that some values of another option of the same group rule out: its name, and the values that allow this one. */
  readonly when?: { readonly option: string; readonly values: readonly string[] };
  /** The attribute of `<platen-button>` that sets the option, its name in the button's form, and what is different there. */
  readonly button?: {
    readonly attribute: string;
    readonly label: string;
    readonly values?: readonly string[];
    readonly min?: number;
  };
}

/** One of a few words. `default: null`, here and below: the default depends on other options, see `settle` in request.ts. */
interface Choice extends Facts {
  readonly kind: "choice";
  readonly values: readonly string[];
  readonly default: string | null;
}

interface Flag extends Facts {
  readonly kind: "flag";
  readonly default: boolean | null;
}

/** A whole number. */
interface Integer extends Facts {
  readonly kind: "integer";
  readonly min: number;
  readonly max: number;
  readonly default: number | null;
}

/** CSS px: any number above 0, rounded to whole ones. */
interface Pixels extends Facts {
  readonly kind: "pixels";
  readonly max: number;
  readonly default: number | null;
}

/** A CSS length in absolute units. */
interface Length extends Facts {
  readonly kind: "length";
  readonly maxPx: number;
  readonly default: string | null;
}

export type Option = Choice | Flag | Integer | Pixels | Length;
export interface Group {
  readonly [name: string]: Option | Group;
}

export function isOption(node: Option | Group): node is Option {
  return typeof node.kind === "string";
}

export type ValueOf<O extends Option> = O extends Choice
  ? O["values"][number]
  : O extends Flag
    ? boolean
    : O extends Length
      ? string
      : number;

/** What a client may write for a group: every option may be left out. */
export type Input<G extends Group> = {
  -readonly [Name in keyof G]?: G[Name] extends Option
    ? ValueOf<G[Name]>
    : G[Name] extends Group
      ? Input<G[Name]>
      : never;
};

type Dependent<G extends Group> = {
  [Name in keyof G]: G[Name] extends { default: null } | { when: object } ? Name : never;
}[keyof G];

/** A group once it is checked: every default is filled in but those that depend on other options. */
export type Output<G extends Group> = {
  -readonly [Name in Exclude<keyof G, Dependent<G>>]: G[Name] extends Option
    ? ValueOf<G[Name]>
    : G[Name] extends Group
      ? Output<G[Name]>
      : never;
} & {
  -readonly [Name in Dependent<G>]?: G[Name] extends Option ? ValueOf<G[Name]> : never;
};
