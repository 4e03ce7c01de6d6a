/** The typed address of a page with its scheme: `example.com` → `https://example.com`. */
export function withScheme(typed: string): string {
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(typed) ? typed : `https://${typed}`;
}
