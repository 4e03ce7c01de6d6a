/** Random text of digits and letters: one word to a double click, nothing to escape anywhere. */

const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** Drawn ahead: asking the runtime costs more than its bytes do. */
const drawn = new Uint8Array(512);
let left = 0;

/** Each byte is handed out once, and wiped. */
function nextByte(): number {
  if (left === 0) {
    crypto.getRandomValues(drawn);
    left = drawn.length;
  }
  left--;
  const byte = drawn[left] ?? 0;
  drawn[left] = 0;
  return byte;
}

/** `length` characters of 5.95 bits. Bytes past the largest multiple of 62 are dropped, so that each is equally likely. */
export function randomBase62(length: number): string {
  let text = "";
  while (text.length < length) {
    const byte = nextByte();
    if (byte < 248) text += ALPHABET.charAt(byte % 62);
  }
  return text;
}
