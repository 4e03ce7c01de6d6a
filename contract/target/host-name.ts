/** `example.com.` and `example.com` are one name in DNS. */
export function withoutTrailingDot(hostname: string): string {
  return hostname.endsWith(".") ? hostname.slice(0, -1) : hostname;
}
