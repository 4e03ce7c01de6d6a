/** What store's tests find in `env`; the Workers' own folders have their generated types. */
declare namespace Cloudflare {
  interface Env {
    DB: D1Database;
    RESULTS: R2Bucket;
  }
}
