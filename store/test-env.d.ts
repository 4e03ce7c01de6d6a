/** Bindings of `env` in store's tests. The Workers' folders have generated types. */
declare namespace Cloudflare {
  interface Env {
    DB: D1Database;
    RESULTS: R2Bucket;
  }
}
