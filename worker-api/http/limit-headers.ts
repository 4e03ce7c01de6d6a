/**
 * On every keyed answer: the account's rate limits (IETF draft "RateLimit header fields for HTTP") and its credits.
 * https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/
 */
import type { Credits } from "#contract/job/view.ts";
import type { Standing } from "#store/money/usage.ts";

export function creditsOf(standing: Standing): Credits {
  return {
    used: standing.creditsUsed,
    remaining: Math.max(0, standing.monthlyCredits - standing.creditsUsed),
    monthly_limit: standing.monthlyCredits,
  };
}

/** Header names and values for the standing at `now` (Unix ms). */
export function limitHeaders(standing: Standing, now: number): [name: string, value: string][] {
  const policies = standing.windows.map(
    ({ name, limit, windowMs }) => `"${name}";q=${limit};w=${windowMs / 1000}`,
  );
  const limits = standing.windows.map(({ name, limit, used, freesAt }) => {
    const resetSeconds = Math.max(0, Math.ceil((freesAt - now) / 1000));
    return `"${name}";r=${Math.max(0, limit - used)};t=${resetSeconds}`;
  });
  const credits = creditsOf(standing);
  return [
    ["RateLimit-Policy", policies.join(", ")],
    ["RateLimit", limits.join(", ")],
    ["X-Credits-Used", String(credits.used)],
    ["X-Credits-Remaining", String(credits.remaining)],
    ["X-Credits-Limit", String(credits.monthly_limit)],
  ];
}
