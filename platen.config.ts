/**
 * The deployed environments. `npm run deploy -- --env NAME` takes all other settings from the three wrangler.toml files,
 * and finds or makes the ids of the account. `vars` replaces variables of wrangler.toml, in each Worker that has them.
 */
export const ENVIRONMENTS = {
  production: {
    /** The service's host name. Its domain must be on Cloudflare, in the same account. */
    host: "platen.example.com",
    vars: {
      MAIL_FROM: "platen@example.com",
      SUPPORT_EMAIL: "support@example.com",
    },
  },
  staging: {
    host: "staging.platen.example.com",
    vars: {
      MAIL_FROM: "platen@example.com",
      SUPPORT_EMAIL: "support@example.com",
    },
  },
};
