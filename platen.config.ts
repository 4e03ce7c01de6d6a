/**
 * The deployed environments. `npm run deploy -- --env NAME` takes all other settings from the three wrangler.toml files,
 * and finds or makes the ids of the account. `vars` replaces variables of wrangler.toml, in each Worker that has them.
 *
 * A large service has several databases and render Workers (docs/scale.md): `databases: [1, 1]` names the share of new
 * accounts that each database gets, `renderWorkers: 2` the number of render Workers. Without them there is one of each.
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
