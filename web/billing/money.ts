/** Cents as a price: `900` → `$9`, `950` → `$9.50`. */
export function dollars(cents: number): string {
  return cents % 100 === 0 ? `$${cents / 100}` : `$${(cents / 100).toFixed(2)}`;
}

/** Cents as an amount: `800` → `$8.00`. */
export function exactDollars(cents: number): string {
  return `$${(cents / 100).toFixed(2)}`;
}

/** Thousandths of a dollar as an amount in cents: `50` → `$0.05`, `1234` → `$1.23`. */
export function dollarsOfMillis(millis: number): string {
  return `$${(millis / 1000).toFixed(2)}`;
}

/** Thousandths of a dollar as the price of an overage credit, as spec §9 writes them: `50` → `$0.05`, `30` → `$0.030`. */
export function creditPrice(millis: number): string {
  return `$${(millis / 1000).toFixed(millis < 50 ? 3 : 2)}`;
}

/** An amount as people type it, in cents: `12`, `12.5` and `$12.50` → 1250 for the last two. Null for other texts. */
export function centsOf(text: string): number | null {
  const [, amount] = /^\s*\$?\s*(\d{1,9}(?:\.\d{0,2})?)\s*$/.exec(text) ?? [];
  return amount === undefined ? null : Math.round(Number(amount) * 100);
}
