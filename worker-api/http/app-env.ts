/** What every handler finds on its context. */
import type { Tier } from "#contract/plans.ts";
import type { Db } from "#store/db.ts";
import type { Standing } from "#store/standing.ts";
import type { KeyOwner, WidgetJob } from "#store/widget-access.ts";

/** Flags that only a local start sets; a deployed configuration has none of them. */
export interface LocalFlags {
  ALLOW_PRIVATE_TARGETS?: string;
}

/** Who asks: the account behind an API key or a session. */
export interface Caller {
  accountId: string;
  tier: Tier;
  /** The API key's id; null for a session of the dashboard. */
  keyId: string | null;
}

export interface AppEnv {
  Bindings: Env & LocalFlags;
  Variables: {
    db: Db;
    requestId: string;
    account: Caller;
    /** Set by a route that has read it anyway. */
    standing?: Standing;
    /** The session behind the call; set by `requireSession` only. */
    sessionId: string;
    /** The page whose button calls, and the public key that lets it. */
    page: { key: KeyOwner; origin: string };
    widgetJob: WidgetJob;
  };
}
