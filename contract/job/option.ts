/**
 * Shape of an entry of `OPTIONS`, and the types derived from it. Entries are plain data, because forms and the widget's
 * build read them too.
 */

interface Facts {
  /** One sentence for the documentation. */
  readonly meaning: string;
  /** Name in forms. Default: the last word of the option's path. */
  readonly label?: string;
  /** The default in words, for a default that depends on other options or is not one of the values. */
  readonly fallback?: string;
  /** The option is accepted only while `option`, another option of the same group, has one of `values`. */
  readonly when?: { readonly option: string; readonly values: readonly string[] };
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
 * One of a few words. In every kind of option, `default: null` means that the default depends on other options: see
 * `settle` in request.ts.
 */
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

/** CSS px: any number above 0, rounded to a whole number. */
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

/** A group as a client may send it: every option is optional. */
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

/** A group after validation: every default is filled in, except those that depend on other options. */
export type Output<G extends Group> = {
  -readonly [Name in Exclude<keyof G, Dependent<G>>]: G[Name] extends Option
    ? ValueOf<G[Name]>
    : G[Name] extends Group
      ? Output<G[Name]>
      : never;
} & {
  -readonly [Name in Dependent<G>]?: G[Name] extends Option ? ValueOf<G[Name]> : never;
};
