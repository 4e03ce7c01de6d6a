/** Addresses as browsers show them: names and paths in other scripts than Latin are encoded in addresses. */
import { decode } from "punycode.js";

/** Letters of another script among Latin ones can imitate a name, so browsers show such a label as it is encoded. */
const MIXED = /[a-z].*[\p{Script=Greek}\p{Script=Cyrillic}]|[\p{Script=Greek}\p{Script=Cyrillic}].*[a-z]/u;

function readLabel(label: string): string {
  try {
    const text = decode(label.slice("xn--".length).toLowerCase());
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
