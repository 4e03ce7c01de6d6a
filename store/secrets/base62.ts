/** Random text of digits and letters: a double click selects all of it, and no format has to escape it. */

export const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** A stock of random bytes, because one call to the runtime costs more than the bytes it returns. */
const stock = new Uint8Array(512);
let left = 0;

/** Returns each byte of the stock once, and wipes it. */
function nextByte(): number {
  if (left === 0) {
    crypto.getRandomValues(stock);
    left = stock.length;
  }
  left--;
  const byte = stock[left] ?? 0;
  stock[left] = 0;
  return byte;
}

/** `length` characters of 5.95 bits. Bytes from 248 (4 × 62) are dropped, so that all characters are equally likely. */
export function randomBase62(length: number): string {
  let text = "";
  while (text.length < length) {
    const byte = nextByte();
    if (byte < 248) text += ALPHABET.charAt(byte % 62);
  }
  return text;
}
