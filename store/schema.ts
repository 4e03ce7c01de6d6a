/**
 * Every table of D1, by subject. Times are Unix milliseconds, ids are prefixed (`acc_`, `job_`, …), readers parse JSON
 * columns. Most statements join tables of several subjects, so they import all of them from here.
 */
export * from "./schema/accounts.ts";
export * from "./schema/jobs.ts";
export * from "./schema/keys.ts";
export * from "./schema/mails.ts";
export * from "./schema/money.ts";
export * from "./schema/service.ts";
export * from "./schema/sign-in.ts";
