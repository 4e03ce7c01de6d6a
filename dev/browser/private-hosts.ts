/** Hosts that the browser itself does not connect to, whatever asks for them, for a service that keeps its guard up. */

const repeat = (from: number, to: number, rule: (byte: number) => string) =>
  Array.from({ length: to - from + 1 }, (_, index) => rule(from + index));

/**
 * Patterns of Chromium's `--host-resolver-rules`. It compares them with addresses as with names, so each has the shape of
 * an address: four short labels, or two colons.
 */
const PRIVATE_HOSTS = [
  ...["0", "10", "127"].map((byte) => `${byte}.???.???.???`),
  ...repeat(64, 127, (byte) => `100.${byte}.???.???`),
  ...repeat(16, 31, (byte) => `172.${byte}.???.???`),
  ...["169.254", "192.168", "198.18", "198.19"].map((bytes) => `${bytes}.???.???`),
  "192.0.0.???",
  "168.63.129.16",
  ...["::*", "64:ff9b:*:*", "fc*:*:*", "fd*:*:*", "fe*:*:*"],
  ...["localhost", "*.localhost"],
];

/** A flag's value. It does not cover names that DNS leads to such an address. */
export const PRIVATE_HOST_RULES = PRIVATE_HOSTS.map((host) => `MAP ${host} ~NOTFOUND`).join(",");

/** Special IPv4 ranges that Chromium takes for public, such as that of Azure's wire server. */
const RESERVED = [
  "168.63.129.16/32",
  ...[
    "192.0.0",
    "192.0.2",
    "192.31.196",
    "192.52.193",
    "192.88.99",
    "192.175.48",
    "198.51.100",
    "203.0.113",
  ].map((bytes) => `${bytes}.0/24`),
  ...["198.18.0.0/15", "224.0.0.0/4", "240.0.0.0/4"],
];

/** A flag's value: to Chromium, these ranges are a local network, to which Local Network Access allows no requests. */
export const LOCAL_ADDRESSES = RESERVED.map((range) => `${range}=local`).join(",");
