/** User agents that pages see. */
/** The browser's own user agent without the word that makes some sites refuse it as a robot. */
export function desktopUserAgent(own: string): string {
  return own.replace("HeadlessChrome", "Chrome");
}

/** The user agent of the same browser on a phone, in Chrome's reduced form: https://developer.chrome.com/docs/privacy-security/user-agent-client-hints */
export function mobileUserAgent(own: string): string {
  return desktopUserAgent(own)
    .replace(/\([^)]*\)/, "(Linux; Android 10; K)")
    .replace(" Safari/", " Mobile Safari/");
}
