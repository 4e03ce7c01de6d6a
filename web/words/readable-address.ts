/** Addresses as browsers show them: names and paths in other scripts than Latin are encoded in addresses. */

/** Parameters of Punycode for domain names: https://www.rfc-editor.org/rfc/rfc3492#section-5 */
const BASE = 36;
const T_MAX = 26;
const SKEW = 38;
const DAMP = 700;
const FIRST_BIAS = 72;
const FIRST_CODE_POINT = 128;
const DIGITS = "abcdefghijklmnopqrstuvwxyz0123456789";

function adapt(delta: number, count: number, isFirst: boolean): number {
  let rest = Math.floor(delta / (isFirst ? DAMP : 2));
  rest += Math.floor(rest / count);
  let bias = 0;
  for (; rest > ((BASE - 1) * T_MAX) / 2; bias += BASE) rest = Math.floor(rest / (BASE - 1));
  return bias + Math.floor((BASE * rest) / (rest + SKEW));
}

/** Decodes a label without its `xn--`: https://www.rfc-editor.org/rfc/rfc3492#section-6.2 */
function decodePunycode(encoded: string): string {
  const hyphen = encoded.lastIndexOf("-");
  const text = [...encoded.slice(0, Math.max(hyphen, 0))];
  let place = 0;
  let codePoint = FIRST_CODE_POINT;
  let bias = FIRST_BIAS;
  for (let index = hyphen + 1; index < encoded.length; ) {
    const before = place;
    let weight = 1;
    for (let k = BASE; ; k += BASE) {
      const digit = DIGITS.indexOf(encoded.charAt(index++).toLowerCase() || "-");
      if (digit < 0) throw new RangeError("not Punycode");
      place += digit * weight;
      const threshold = Math.min(Math.max(k - bias, 1), T_MAX);
      if (digit < threshold) break;
      weight *= BASE - threshold;
    }
    const count = text.length + 1;
    bias = adapt(place - before, count, before === 0);
    codePoint += Math.floor(place / count);
    place %= count;
    text.splice(place++, 0, String.fromCodePoint(codePoint));
  }
  return text.join("");
}

/** Letters of another script among Latin ones can imitate a name, so browsers show such a label as it is encoded. */
const MIXED = /[a-z].*[\p{Script=Greek}\p{Script=Cyrillic}]|[\p{Script=Greek}\p{Script=Cyrillic}].*[a-z]/u;

function readLabel(label: string): string {
  try {
    const text = decodePunycode(label.slice("xn--".length));
    // The browser's own encoder refuses what is not allowed in a name.
    const isSame = new URL(`https://${text}.example`).hostname === `${label.toLowerCase()}.example`;
    return isSame && !MIXED.test(text) ? text : label;
  } catch {
    return label;
  }
}

/** A host, or a pattern of hosts, as people write it: `xn--mller-kva.de` → `müller.de`. */
export function readableHost(host: string): string {
  return host.replace(/\bxn--[a-z0-9-]+/gi, readLabel);
}

/** Only letters and digits are decoded: spaces, marks of direction and other signs stay encoded. */
const OTHERS = /[^\p{L}\p{M}\p{N}]/gu;

function readOctets(octets: string): string {
  try {
    return decodeURIComponent(octets).replace(OTHERS, encodeURIComponent);
  } catch {
    return octets;
  }
}

/** An address as browsers show it: `https://xn--mller-kva.de/%C3%BCber` → `https://müller.de/über`. */
export function readableAddress(address: string): string {
  const host = /^(?:https?:\/\/)?[^/?#]*/i.exec(address)?.[0] ?? "";
  const rest = address.slice(host.length);
  return readableHost(host) + rest.replace(/(?:%[89a-f][0-9a-f])+/gi, readOctets);
}
