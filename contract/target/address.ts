/**
 * Which IP addresses are on the public internet. They are compared as numbers, because one address has many spellings.
 */
import ipaddr from "ipaddr.js";
import { withoutTrailingDot } from "./host-name.ts";

/** IANA's special-purpose IPv4 ranges, and Azure's wire server: a public address that exists only inside Azure. */
const SPECIAL_V4 = [
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  "168.63.129.16/32",
  "169.254.0.0/16",
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.0.2.0/24",
  "192.31.196.0/24",
  "192.52.193.0/24",
  "192.88.99.0/24",
  "192.168.0.0/16",
  "192.175.48.0/24",
  "198.18.0.0/15",
  "198.51.100.0/24",
  "203.0.113.0/24",
  "224.0.0.0/4",
  "240.0.0.0/4",
].map((range) => ipaddr.IPv4.parseCIDR(range));

/**
 * The only IPv6 range that IANA assigns for public use. Everything outside it (mapped, compatible, translated, NAT64,
 * unique-local, link-local, multicast) counts as private, so embedded IPv4 addresses need no decoding.
 */
const GLOBAL_V6 = ipaddr.IPv6.parseCIDR("2000::/3");

/** Special ranges inside GLOBAL_V6: Teredo, ORCHID and benchmarking; documentation (two ranges); 6to4; AS112. */
const SPECIAL_V6 = ["2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20", "2620:4f:8000::/48"].map(
  (range) => ipaddr.IPv6.parseCIDR(range),
);

/** Removes the brackets around an IPv6 address, as URLs and the DevTools protocol write it. */
function unbracketed(text: string): string {
  return text.startsWith("[") && text.endsWith("]") ? text.slice(1, -1) : text;
}

/** The regular expression goes first: the library detects text that is not an address by throwing, which is slow. */
function isV4(text: string): boolean {
  return /^[\d.]+$/.test(text) && ipaddr.IPv4.isValidFourPartDecimal(text);
}

function isV6(text: string): boolean {
  return text.includes(":") && ipaddr.IPv6.isValid(text);
}

/** True for an IPv4 address in four decimal parts and for IPv6 with or without brackets. */
export function isAddress(text: string): boolean {
  return isV4(text) || isV6(unbracketed(text));
}

/**
 * True unless `ip` is on the public internet. `ip` is the host of a parsed URL or the DevTools protocol's
 * `remoteIPAddress`; text that is not an IP address counts as private.
 */
export function isPrivateAddress(ip: string): boolean {
  const text = unbracketed(ip);
  if (isV4(text)) {
    const address = ipaddr.IPv4.parse(text);
    return SPECIAL_V4.some((range) => address.match(range));
  }
  if (!isV6(text)) return true;
  const address = ipaddr.IPv6.parse(text);
  return !address.match(GLOBAL_V6) || SPECIAL_V6.some((range) => address.match(range));
}

/** True for 127.0.0.0/8, `[::1]`, `localhost` and its subdomains. */
export function isLoopbackHost(hostname: string): boolean {
  const name = withoutTrailingDot(unbracketed(hostname));
  if (name === "localhost" || name.endsWith(".localhost")) return true;
  if (isV4(name)) return ipaddr.IPv4.parse(name).range() === "loopback";
  return isV6(name) && ipaddr.IPv6.parse(name).range() === "loopback";
}
