/** Addresses and names of the internet in which the guard is tested. */
import { z } from "zod";

/** A globally routable address, so the guard and the browser take it for public. Here it is on `lo`. */
export const PUBLIC_ADDRESS = "11.0.0.1";

/** Azure's wire server. Chromium takes this address for public, the guard does not. Here it is on `lo`, too. */
export const RESERVED_ADDRESS = "168.63.129.16";

/**
 * What `isolated-service.ts` tries: the attacks, windows of every kind of document, or, where there is no public address for pages,
 * names alone.
 */
export const Part = z.enum(["attacks", "windows", "names"]);
export type Part = z.infer<typeof Part>;

export const CANARY_PORT = 9001;
export const NAME_SERVICE_PORT = 9053;

/** The records of the name service. */
export const NAMES: Record<string, string> = {
  "attacker.example.net": PUBLIC_ADDRESS,
  "other.example.org": PUBLIC_ADDRESS,
  "secure.example.net": PUBLIC_ADDRESS,
  "inner.example.net": "127.0.0.1",
  "reserved.example.net": RESERVED_ADDRESS,
  // Public for the guard, loopback for the browser.
  "rebinding.example.net": PUBLIC_ADDRESS,
};

/** The browser's addresses of the same names. */
export const BROWSER_RULES = Object.entries({ ...NAMES, "rebinding.example.net": "127.0.0.1" })
  .map(([name, address]) => `MAP ${name} ${address}`)
  .join(",");

/** The canary, by the name that rebinds. */
export const REBINDING = `http://rebinding.example.net:${CANARY_PORT}`;

export const ATTACKER = "http://attacker.example.net";
/** The same pages, as secure ones. The test's browser accepts this site's certificate. */
export const SECURE_ATTACKER = "https://secure.example.net";
export const BROKEN_PORT = 8443;
/** Half of a page, and a page with half of a style sheet: over HTTP/2, their server announces twice the bytes that it sends. */
export const HALF = `${SECURE_ATTACKER}:${BROKEN_PORT}/`;
export const HALF_STYLED = `${HALF}styled`;
/** Its certificate names the canary's addresses for its missing issuer. */
export const ATTACKER_TLS = "https://attacker.example.net/";

/** A forbidden port of a public server. Only the guard refuses it: Chromium and the host rules of its launcher do not. */
export const FORBIDDEN_PORT = 6379;

/** Four addresses of the canary, which listens on all interfaces, and one of the canary at the forbidden port. */
export const CANARIES = {
  v4: `http://127.0.0.1:${CANARY_PORT}`,
  v6: `http://[::1]:${CANARY_PORT}`,
  name: `http://inner.example.net:${CANARY_PORT}`,
  reserved: `http://reserved.example.net:${CANARY_PORT}`,
  port: `http://attacker.example.net:${FORBIDDEN_PORT}`,
} as const;
export type CanaryName = keyof typeof CANARIES;

const FRAMED = `${ATTACKER}/v4/${encodeURIComponent("a frame of another site")}`;
/** Rendered again, alone: on a busy machine one can be late by chance, but a delay by the guard happens every time. */
export const FRAMED_AGAIN = ["second", "third"].map((time) => `${FRAMED}?${time}`);
