/** JSON values: valid for a schema, almost valid, and unrelated to it. */
import fc from "fast-check";
import type { Api, Schema } from "./document.ts";
import { odd } from "./texts.ts";

const NUMBERS = [0, -0, 1, -1, 1.5, 100, 101, 10_000, 10_001, 2 ** 31, 2 ** 53, 2 ** 64, 1e308, 5e-324];

/** Any JSON value. */
export const anything: fc.Arbitrary<unknown> = fc.oneof(
  odd,
  fc.constantFrom<unknown>(...NUMBERS, null, true, false, [], {}),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.jsonValue({ maxDepth: 3 }),
  fc.array(odd, { maxLength: 5 }),
  fc.array(odd, { maxLength: 3 }).map((keys) => fromEntries(keys.map((key) => [key, 1]))),
);

/** Unlike an assignment, it also makes an own property `__proto__`. */
function fromEntries(entries: (readonly [string, unknown])[]): object {
  return Object.fromEntries(entries);
}

/** Values for fields by name, which random values of the schema's type would never be. */
export type Hints = Record<string, fc.Arbitrary<unknown>>;

export class Values {
  readonly #resolve: Api["resolve"];
  readonly #hints: Hints;

  constructor({ resolve }: Api, hints: Hints) {
    this.#resolve = resolve;
    this.#hints = hints;
  }

  /** Values that the schema allows. */
  valid(schema: Schema, name = ""): fc.Arbitrary<unknown> {
    const typed = this.#typed(this.#resolve(schema), (part, key) => this.valid(part, key), false);
    return this.#hintedOr(typed, schema, name);
  }

  /** Valid values with invalid parts: of another type, missing, or not in the schema. */
  near(schema: Schema, name = ""): fc.Arbitrary<unknown> {
    const typed = this.#typed(this.#resolve(schema), (part, key) => this.near(part, key), true);
    return fc.oneof(
      { weight: 8, arbitrary: this.#hintedOr(typed, schema, name) },
      { weight: 1, arbitrary: anything },
      { weight: 1, arbitrary: odd },
    );
  }

  /** Values for a field of this name, or undefined. */
  hinted(name: string): fc.Arbitrary<unknown> | undefined {
    return Object.hasOwn(this.#hints, name) ? this.#hints[name] : undefined;
  }

  /** The hint for the name. An object has more combinations than its hint. */
  #hintedOr(typed: fc.Arbitrary<unknown>, { $ref }: Schema, name: string): fc.Arbitrary<unknown> {
    const hint = this.hinted(name) ?? typed;
    return $ref === undefined ? hint : fc.oneof(hint, typed);
  }

  #typed(
    schema: Schema,
    inner: (part: Schema, name: string) => fc.Arbitrary<unknown>,
    isLoose: boolean,
  ): fc.Arbitrary<unknown> {
    if (schema.oneOf) return fc.oneof(...schema.oneOf.map((part) => inner(part, "")));
    if (schema.enum) return fc.constantFrom(...schema.enum);
    const types = Array.isArray(schema.type) ? schema.type : [schema.type];
    return fc.oneof(...types.map((type) => this.#ofType(type, schema, inner, isLoose)));
  }

  #ofType(
    type: string | undefined,
    schema: Schema,
    inner: (part: Schema, name: string) => fc.Arbitrary<unknown>,
    isLoose: boolean,
  ): fc.Arbitrary<unknown> {
    const { properties = {}, required = [], items = {}, minimum = -1_000, maximum = 1_000 } = schema;
    switch (type) {
      case "object": {
        const fields = Object.entries(properties).map(([key, part]) =>
          fc.record({
            key: fc.constant(key),
            value: inner(part, key),
            isThere: presence(required.includes(key), isLoose),
          }),
        );
        const extra = fc.array(fc.record({ key: odd, value: anything }), { maxLength: isLoose ? 1 : 0 });
        return fc
          .record({ fields: fc.tuple(...fields), extra, hasExtra: mostly(false) })
          .map(({ fields, extra, hasExtra }) => {
            const there = [...fields.filter(({ isThere }) => isThere), ...(hasExtra ? extra : [])];
            return fromEntries(there.map(({ key, value }) => [key, value]));
          });
      }
      case "array":
        return fc.array(inner(items, ""), { maxLength: 4 });
      case "integer":
        return fc.integer({ min: Math.ceil(minimum), max: Math.floor(maximum) });
      case "number":
        return fc.double({ min: minimum, max: maximum, noNaN: true });
      case "boolean":
        return fc.boolean();
      case "null":
        return fc.constant(null);
      case "string":
        return schema.format === "email" ? fc.emailAddress() : odd;
      default:
        return anything;
    }
  }
}

/** Whether a field is present. A required one is missing only when the value need not be valid. */
function presence(isRequired: boolean, isLoose: boolean): fc.Arbitrary<boolean> {
  if (isLoose) return mostly(true);
  return isRequired ? fc.constant(true) : fc.boolean();
}

function mostly(value: boolean): fc.Arbitrary<boolean> {
  return fc.oneof(
    { weight: 7, arbitrary: fc.constant(value) },
    { weight: 1, arbitrary: fc.constant(!value) },
  );
}
