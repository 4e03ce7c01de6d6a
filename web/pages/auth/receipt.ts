/** The receipt of the last registration in this browser. With it, the link of the verification email signs in. */
const KEY = "platen.registration";

export function keepReceipt(receipt: string): void {
  localStorage.setItem(KEY, receipt);
}

export function readReceipt(): string | undefined {
  return localStorage.getItem(KEY) ?? undefined;
}

export function forgetReceipt(): void {
  localStorage.removeItem(KEY);
}
