/** Public keys for tests, as the API returns them. */
import type { PublicKey } from "#contract/account/public-keys.ts";

export function testPublicKey(fields: Partial<PublicKey> = {}): PublicKey {
  return {
    id: "pub_1",
    name: "Shop",
    key: "pk_live_0123456789abcdef",
    authorized_domains: ["example.com"],
    restrict_targets: true,
    overage_enabled: false,
    daily_limit: null,
    daily_visitor_limit: null,
    used_today: 0,
    created_at: "2026-01-01T00:00:00.000Z",
    last_used_at: null,
    ...fields,
  };
}
