/** Shortens what a text must not carry into the log: queries of addresses, keys, tokens and email addresses. */

const MAX_CHARS = 8_000;

const RULES: readonly [RegExp, string][] = [
  // A query or fragment often holds a token of the customer's page. Origin and path are enough to find a fault.
  [/\b((?:https?|wss?):\/\/)[^\s/?#"'<>\\]*@/gi, "$1…@"],
  [/\b((?:https?|wss?):\/\/[^\s?#"'<>\\]+)[?#][^\s"'<>\\]*/gi, "$1?…"],
  // Our private keys, Stripe's keys and its webhook secret. Public keys are not secret.
  [/\b((?:sk|rk)_(?:live|test)_|whsec_)\w+/g, "$1…"],
  // JWTs: result links and job tokens.
  [/\beyJ[\w-]+\.[\w.-]*/g, "eyJ…"],
  // Email addresses: the domain is enough to find a fault of a mail server.
  [/[\w.+-]{1,64}@([\w-]{1,63}(?:\.[\w-]{1,63}){0,5}\.[a-z]{2,24})\b/gi, "…@$1"],
  [/\b(Bearer|Basic)\s+[\w.~+/=-]{8,}/gi, "$1 …"],
  // Tokens in a relative address.
  [/([?&#](?:[\w-]*token|code|key|sig(?:nature)?|session_id)=)[^\s&"'<>\\]+/gi, "$1…"],
];

/** Cuts the text to 8,000 characters, because a pattern may read a hostile text again from each place. */
export function redact(text: string): string {
  const start = text.length <= MAX_CHARS ? text : `${text.slice(0, MAX_CHARS)}…`;
  return RULES.reduce((shorter, [pattern, replacement]) => shorter.replace(pattern, replacement), start);
}
