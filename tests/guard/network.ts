/** Addresses and names of the little internet in which the guard is tried. */

/** Globally routable, so the guard and the browser take it for the public internet; here it lies on `lo`. */
export const PUBLIC_ADDRESS = "11.0.0.1";

export const CANARY_PORT = 9001;
export const NAME_SERVICE_PORT = 9053;

/** What the name service tells. */
export const NAMES: Record<string, string> = {
  "attacker.example.net": PUBLIC_ADDRESS,
  "other.example.org": PUBLIC_ADDRESS,
  "inner.example.net": "127.0.0.1",
  // Public when asked, loopback when the browser connects.
  "rebinding.example.net": PUBLIC_ADDRESS,
};

/** What the browser finds. */
export const BROWSER_RULES = Object.entries({ ...NAMES, "rebinding.example.net": "127.0.0.1" })
  .map(([name, address]) => `MAP ${name} ${address}`)
  .join(",");

/** The canary again, by the name that has two faces. */
export const REBINDING = `http://rebinding.example.net:${CANARY_PORT}`;

export const ATTACKER = "http://attacker.example.net";

/** The three ways to name the canary, which listens on every inner address. */
export const CANARIES = {
  v4: `http://127.0.0.1:${CANARY_PORT}`,
  v6: `http://[::1]:${CANARY_PORT}`,
  name: `http://inner.example.net:${CANARY_PORT}`,
} as const;
export type CanaryName = keyof typeof CANARIES;

const FRAMED = `${ATTACKER}/v4/${encodeURIComponent("a frame of another site")}`;
/** Rendered again on its own: a busy machine is late now and then; a page that is held is held every time. */
export const FRAMED_AGAIN = ["second", "third"].map((time) => `${FRAMED}?${time}`);
