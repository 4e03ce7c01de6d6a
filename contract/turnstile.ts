/** Cloudflare Turnstile, the check against robots: what the pages and the API agree on. */
export const TURNSTILE_ORIGIN = "https://challenges.cloudflare.com";

/** The form that a token was made for. A token works for its own form only. */
export type TurnstileAction = "register" | "magic-link" | "reset" | "demo";

/** https://developers.cloudflare.com/turnstile/get-started/server-side-validation/ */
export const MAX_TURNSTILE_TOKEN_CHARS = 2_048;
