/** What every handler finds on its context: bindings and variables. */
import type { Tier } from "#contract/plans.ts";
import type { Db } from "#store/db.ts";
import type { WidgetJob } from "#store/jobs/widget-jobs.ts";
import type { Owner } from "#store/keys/owner.ts";
import type { KeyOwner } from "#store/keys/public-keys.ts";
import type { Usage } from "#store/money/usage.ts";
import type { Dbs } from "#store/shards.ts";
import type { Trace } from "#traces/trace.ts";

/** Flags that only a local start sets; a deployed configuration has none of them. */
interface LocalFlags {
  ALLOW_PRIVATE_TARGETS?: string;
}

/** Secrets that a deployment may leave out. */
interface OptionalSecrets {
  TURNSTILE_SECRET_KEY?: string;
  ALERT_WEBHOOK_URL?: string;
  ADMIN_SECRET?: string;
  OTLP_HEADERS?: string;
}

/** The account of a sign-in session. */
interface Caller {
  accountId: string;
  tier: Tier;
}

export interface AppEnv {
  Bindings: Env & LocalFlags & OptionalSecrets;
  Variables: {
    /** The database of the request (shard.ts). */
    db: Db;
    dbs: Dbs;
    requestId: string;
    /** Set for a request that is traced. */
    trace?: Trace;
    /** The caller, by API key or session. The route's own statement checks an API key against D1. */
    owner: Owner;
    /** Set by `requireSession` only. */
    account: Caller;
    /** The owner's usage, set by routes that have read it. */
    usage?: Usage;
    /** The HTML of a large body, which `limitJobBody` has taken out of it. */
    html?: string | undefined;
    /** Lets other large bodies be read; set by `limitJobBody` for a large body only. */
    giveBodyRoom?: () => void;
    /** The sign-in session of the request; set by `requireSession` only. */
    sessionId: string;
    /** When this session last proved who uses it, Unix ms; set by `requireSession` only. */
    signedInAt: number;
    /** The origin of the page whose button sends the request, and the public key that authorizes it. */
    page: { key: KeyOwner; origin: string };
    widgetJob: WidgetJob;
  };
}
