/** What every handler finds on its context. */
import type { Tier } from "#contract/plans.ts";
import type { Db } from "#store/db.ts";
import type { WidgetJob } from "#store/jobs/widget-jobs.ts";
import type { Owner } from "#store/keys/owner.ts";
import type { KeyOwner } from "#store/keys/public-keys.ts";
import type { Usage } from "#store/money/usage.ts";

/** Flags that only a local start sets; a deployed configuration has none of them. */
interface LocalFlags {
  ALLOW_PRIVATE_TARGETS?: string;
}

/** The account behind a session. */
interface Caller {
  accountId: string;
  tier: Tier;
}

export interface AppEnv {
  Bindings: Env & LocalFlags;
  Variables: {
    db: Db;
    requestId: string;
    /** Who asks, by key or by session; a key has still to be shown to D1. */
    owner: Owner;
    /** Set by `requireSession` only. */
    account: Caller;
    /** The owner's, set by a route that has read it anyway. */
    usage?: Usage;
    /** The session behind the call; set by `requireSession` only. */
    sessionId: string;
    /** The page whose button calls, and the public key that lets it. */
    page: { key: KeyOwner; origin: string };
    widgetJob: WidgetJob;
  };
}
