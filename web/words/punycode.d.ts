/** The package has no types of its own. */
declare module "punycode.js" {
  /** @throws RangeError for what is not Punycode */
  export function decode(encoded: string): string;
}
