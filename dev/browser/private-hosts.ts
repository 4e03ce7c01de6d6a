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

/** A flag's value. Names that DNS leads to such an address are not covered. */
export const PRIVATE_HOST_RULES = PRIVATE_HOSTS.map((host) => `MAP ${host} ~NOTFOUND`).join(",");
