/**
 * Headers of responses to API keys and sessions: the account's rate limits (IETF draft “RateLimit header fields for
 * HTTP”) and credits.
 * https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/
 */
import type { Credits } from "#contract/job/view.ts";
import type { Usage } from "#store/money/usage.ts";

export function creditsOf(usage: Usage): Credits {
  return {
    used: usage.creditsUsed,
    remaining: Math.max(0, usage.monthlyCredits - usage.creditsUsed),
    monthly_limit: usage.monthlyCredits,
  };
}

/** Header names and values for the usage at `now` (Unix ms). */
export function limitHeaders(usage: Usage, now: number): [name: string, value: string][] {
  const policies = usage.windows.map(
    ({ name, limit, windowMs }) => `"${name}";q=${limit};w=${windowMs / 1000}`,
  );
  const limits = usage.windows.map(({ name, limit, used, freesAt }) => {
    const resetSeconds = Math.max(0, Math.ceil((freesAt - now) / 1000));
    return `"${name}";r=${Math.max(0, limit - used)};t=${resetSeconds}`;
  });
  const credits = creditsOf(usage);
  return [
    ["RateLimit-Policy", policies.join(", ")],
    ["RateLimit", limits.join(", ")],
    ["X-Credits-Used", String(credits.used)],
    ["X-Credits-Remaining", String(credits.remaining)],
    ["X-Credits-Limit", String(credits.monthly_limit)],
  ];
}
