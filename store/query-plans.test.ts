/** Every statement of this folder finds its rows by an index: even with a million rows, none reads a whole table. */
/// <reference types="vite/types/importMeta.d.ts" />
import { env } from "cloudflare:workers";
import { beforeAll, expect, test } from "vitest";
import { KEY_SCOPES } from "#contract/api-keys.ts";
import * as accounts from "./accounts/accounts.ts";
import * as addresses from "./accounts/addresses.ts";
import * as deletion from "./accounts/deletion.ts";
import * as emailChange from "./accounts/email-change.ts";
import * as exported from "./accounts/export.ts";
import * as freeCredits from "./accounts/free-credits.ts";
import * as guesses from "./accounts/sign-in-guesses.ts";
import * as sessions from "./accounts/sign-in-sessions.ts";
import { newSession } from "./accounts/sign-in-sessions.ts";
import * as activity from "./activity/activity.ts";
import * as alerts from "./alerts/alerts.ts";
import * as readings from "./alerts/readings.ts";
import * as archives from "./archive/archives.ts";
import { openDb } from "./db.ts";
import * as healthDays from "./health-days.ts";
import { admit } from "./jobs/admit.ts";
import * as deletedJobs from "./jobs/deletion.ts";
import * as jobs from "./jobs/jobs.ts";
import * as leases from "./jobs/leases.ts";
import { countJobs, listJobs } from "./jobs/list.ts";
import { admitCheck, readCheck } from "./jobs/site-checks.ts";
import { findWidgetJob } from "./jobs/widget-jobs.ts";
import { newApiKey, newNamedKey } from "./keys/api-key-format.ts";
import * as apiKeys from "./keys/api-keys.ts";
import { domainUse } from "./keys/domain-use.ts";
import * as privateKeys from "./keys/private-keys.ts";
import * as publicKeys from "./keys/public-keys.ts";
import { countClick, forgetClick, refundClick } from "./keys/widget-use.ts";
import * as mailedTokens from "./mail/mailed-tokens.ts";
import * as mails from "./mail/mails.ts";
import * as requested from "./mail/requested-mails.ts";
import * as overage from "./money/overage.ts";
import * as periods from "./money/periods.ts";
import * as stripeEvents from "./money/stripe-events.ts";
import * as subscriptions from "./money/subscriptions.ts";
import { readUsage } from "./money/usage.ts";
import * as usage from "./money/usage-history.ts";
import * as operated from "./operator/accounts.ts";
import * as bans from "./operator/ban.ts";
import { refundByHand } from "./operator/refund.ts";
import * as passkeys from "./second-factor/passkeys.ts";
import * as pendingSignIns from "./second-factor/pending-sign-ins.ts";
import * as recovery from "./second-factor/recovery-codes.ts";
import * as factors from "./second-factor/second-factor.ts";
import * as totp from "./second-factor/totp-secrets.ts";
import * as sealed from "./sweep/sealed-columns.ts";
import * as sweep from "./sweep/sweep.ts";
import * as walks from "./sweep/walks.ts";
import { addAccount, addJob, jobOf } from "./test-account.ts";

const HEALTH = { database: "ok", results: "ok", renderer: "down", filterLists: "degraded" } as const;
const NOW = Date.UTC(2026, 5, 1);
const statements = new Map<string, unknown[]>();

/** The real database, which also records each statement with its values. */
const recording = new Proxy(env.DB, {
  get(target, name) {
    if (name !== "prepare") {
      const value: unknown = Reflect.get(target, name);
      return typeof value === "function" ? value.bind(target) : value;
    }
    return (text: string) => {
      const statement = target.prepare(text);
      const bind = statement.bind.bind(statement);
      statements.set(text, []);
      statement.bind = (...values) => {
        statements.set(text, values);
        return bind(...values);
      };
      return statement;
    };
  },
});
const db = openDb(recording);

const MODULES = import.meta.glob<Record<string, unknown>>(["./**/*.ts", "!./**/*.test.ts", "!./test-*.ts"], {
  eager: true,
});

/** Names of the exported functions that take the database. */
function exportedStatements(): string[] {
  return Object.values(MODULES).flatMap((module) =>
    Object.entries(module).flatMap(([name, value]) =>
      typeof value === "function" && /^(?:async )?function \w+\(db\b/.test(value.toString()) ? [name] : [],
    ),
  );
}

/** Functions whose statements another function of the list runs. */
const INSIDE_OTHERS = [
  "insertFrom",
  "recallFreeCredits",
  "rememberFreeCredits",
  "rollPeriod",
  "selectByEmail",
  "selectUsage",
  "selectSpending",
  "countFailedRender",
  "selectKeyLimits",
  "countKeyUse",
  "selectJobs",
  "selectTotal",
  "ping",
  "beforeFactor",
  "deleteUselessCodes",
  "insertRecoveryCodes",
  "readSecondFactor",
  "requeueExpired",
];
const called = new Set<string>();

async function callAll(): Promise<void> {
  const accountId = await addAccount(openDb(env.DB), NOW, { tier: "pro" });
  const jobId = await addJob(db, accountId, NOW, { idempotency: { key: "k", bodyHash: "h" } });
  const row = await jobs.readLinkedJob(db, jobId);
  if (!row) throw new Error("no job");
  const key = (await newApiKey(btoa("k".repeat(32)))).row;
  const owner = { key, scope: "read" } as const;
  const mail = { id: "m", accountId, dedupeKey: "d", recipient: "r", template: "t", payload: "p" };
  const session = await newSession("agent", NOW);
  const token = await mailedTokens.newMailedToken("verify", NOW);
  const failure = { code: "page_timeout", message: "m", stage: "queued" } as const;
  const result = { type: "pdf", bytes: 1, pages: 1, truncated: false, filename: "f" } as const;
  const plan = { tier: "pro", periodStart: NOW, periodEnd: NOW + 1, monthlyCredits: 1 } as const;
  const reading = {
    id: "sub",
    customerId: "cus",
    status: "active",
    tier: "pro",
    itemId: "si",
    currentPeriodStart: NOW,
    currentPeriodEnd: NOW + 1,
    cancelAtPeriodEnd: false,
    endedAt: null,
    monthlyCredits: 1,
  } as const;
  const after = { createdAt: NOW, id: jobId };
  const publicKey = { id: "pub", key: "pk", name: "n", authorizedDomains: [], restrictTargets: true };
  const namedKey = { ...newNamedKey("test").row, name: "n", scopes: [...KEY_SCOPES], monthlyCeiling: 1 };
  const note = { accountId, reference: "r", kind: "refund", amountCents: 1, createdAt: NOW };
  const history = { accountId, from: NOW, to: NOW + 1 };
  const archive = {
    accountId,
    month: "1970-01",
    part: 1,
    firstCreatedAt: 0,
    firstId: "",
    lastCreatedAt: 2,
    lastId: "",
    endedBefore: 3,
    jobs: 0,
    sizeBytes: 0,
    archivedAt: null,
  };
  const device = { userAgent: "agent", country: null };
  const change = emailChange.newEmailChange(accountId, "a@b.c", "d@e.f", NOW);
  const signOut = { kind: "signed_out", device } as const;
  const pending = pendingSignIns.newPendingSignIn("password", NOW);
  const addition = { accountId, sessionId: session.id, codeHashes: ["r"], device };
  const passkey = { credentialId: "c", credentialKey: "k", counter: 0, transports: [], name: "n" };
  const challenge = { challenge: "c", accountId, purpose: "p" };
  const use = { keyId: "pub", visitor: "v", day: 1 };
  const mailbox = { newest: "m", all: ["m", "n"] };
  const calls: [name: string, call: () => unknown][] = [
    ["admit", () => addJob(db, accountId, NOW)],
    ["findByEmail", () => accounts.findByEmail(db, "a@b.c")],
    ["claimAddress", () => addresses.claimAddress(db, "a@b.c", 1, NOW)],
    ["forgetOldClaims", () => addresses.forgetOldClaims(db, NOW)],
    ["readAccount", () => accounts.readAccount(db, accountId)],
    ["insertAccount", () => accounts.insertAccount(db, { id: "i", email: "e", passwordHash: "h" }, "m", NOW)],
    ["readProfile", () => accounts.readProfile(db, accountId, NOW)],
    ["confirmEmail", () => accounts.confirmEmail(db, { id: accountId, mailbox }, NOW)],
    ["disown", () => db.batch(accounts.disown(db, accountId))],
    ["takeOver", () => db.batch(accounts.takeOver(db, { id: accountId, mailbox }, NOW))],
    [
      "changePassword",
      () => db.batch(accounts.changePassword(db, accountId, { checked: "h", wanted: "w" }, "ses")),
    ],
    ["notePasswordChange", () => accounts.notePasswordChange(db, { accountId, wanted: "w", device }, NOW)],
    ["noteActivity", () => activity.noteActivity(db, { accountId, kind: "key_rotated", device }, NOW)],
    ["listActivities", () => activity.listActivities(db, accountId, { after, limit: 3 })],
    ["forgetOldActivities", () => activity.forgetOldActivities(db, NOW)],
    ["setPassword", () => accounts.setPassword(db, accountId, "h")],
    ["changeOverage", () => accounts.changeOverage(db, accountId, { overageEnabled: true }, device, NOW)],
    ["touchKey", () => apiKeys.touchKey(db, "k", NOW)],
    ["readActiveKey", () => apiKeys.readActiveKey(db, accountId)],
    ["readOldKey", () => apiKeys.readOldKey(db, accountId, NOW)],
    ["endOldKey", () => apiKeys.endOldKey(db, accountId, NOW)],
    ["insertKey", () => apiKeys.insertKey(db, key, accountId, NOW)],
    ["replaceKey", () => db.batch(apiKeys.replaceKey(db, { ...key, id: "k2", hash: "h2" }, accountId, NOW))],
    ["admit", () => admit(db, owner, jobOf(), NOW)],
    ["admit", () => admit(db, { key: namedKey, scope: "render" }, jobOf(), NOW)],
    ["listPrivateKeys", () => privateKeys.listPrivateKeys(db, accountId, NOW)],
    ["insertPrivateKey", () => privateKeys.insertPrivateKey(db, accountId, namedKey, device, NOW)],
    [
      "updatePrivateKey",
      () => privateKeys.updatePrivateKey(db, accountId, "key", { name: "o" }, device, NOW),
    ],
    ["deletePrivateKey", () => privateKeys.deletePrivateKey(db, accountId, "key", device, NOW)],
    ["claim", () => jobs.claim(db, jobId, NOW, 1)],
    ["advance", () => jobs.advance(db, row, "capturing")],
    ["complete", () => jobs.complete(db, { ...row, overageMillis: 1 }, NOW, result, [], {})],
    ["fail", () => jobs.fail(db, { id: jobId, lease: "l" }, NOW, failure)],
    ["cancel", () => jobs.cancel(db, owner, jobId, NOW)],
    ["release", () => jobs.release(db, row, failure)],
    ["markResultDeleted", () => jobs.markResultDeleted(db, owner, jobId, NOW)],
    ["readJobAndUsage", () => jobs.readJobAndUsage(db, owner, jobId, NOW)],
    ["readLinkedJob", () => jobs.readLinkedJob(db, jobId)],
    ["readLeases", () => leases.readLeases(db, [jobId])],
    ["overdueLeases", () => leases.overdueLeases(db, NOW, 1)],
    ["listJobs", () => listJobs(db, { owner, limit: 3, after })],
    ["listJobs", () => listJobs(db, { owner, limit: 3, after, status: "failed" })],
    ["listJobs", () => listJobs(db, { owner, limit: 3, after, outputType: "pdf" })],
    ["listJobs", () => listJobs(db, { owner, limit: 3, status: "failed", outputType: "pdf" })],
    ["listJobs", () => listJobs(db, { owner, limit: 3, after, source: "widget", from: 1, to: NOW })],
    ["listJobs", () => listJobs(db, { owner, limit: 3, after, key: "pub", status: "failed" })],
    ["listJobs", () => listJobs(db, { owner, limit: 3, search: "x", outputType: "pdf" })],
    ["countJobs", () => countJobs(db, { owner })],
    ["countJobs", () => countJobs(db, { owner, status: "failed", from: 1 })],
    ["countJobs", () => countJobs(db, { owner, outputType: "pdf", search: "x" })],
    ["countJobs", () => countJobs(db, { owner, key: "pub", outputType: "pdf", to: NOW })],
    ["readDeletable", () => deletedJobs.readDeletable(db, owner, [jobId])],
    ["markJobsDeleted", () => deletedJobs.markJobsDeleted(db, owner, ["none"], NOW)],
    ["insertToken", () => mailedTokens.insertToken(db, token, accountId, "m")],
    ["consumeToken", () => mailedTokens.consumeToken(db, "t", "verify", NOW)],
    ["deleteTokens", () => mailedTokens.deleteTokens(db, accountId)],
    ["forgetExpiredTokens", () => mailedTokens.forgetExpiredTokens(db, NOW)],
    ["insertMail", () => mails.insertMail(db, mail, NOW, accounts.isFree("e"))],
    ["requestedTimes", () => requested.requestedTimes(db, NOW, 2)],
    ["selectBrake", () => requested.selectBrake(db, NOW, 2)],
    [
      "insertRequestedMail",
      () => requested.insertRequestedMail(db, mail, NOW, { perHour: 2, purpose: "verify" }),
    ],
    ["claimMail", () => mails.claimMail(db, "m", NOW, 1)],
    ["markSent", () => mails.markSent(db, "m", NOW)],
    ["abandonMail", () => mails.abandonMail(db, "m", "r")],
    ["postponeUncounted", () => mails.postponeUncounted(db, "m", NOW)],
    ["postpone", () => mails.postpone(db, "m", NOW)],
    ["forgetMail", () => mails.forgetMail(db, "m")],
    ["overdueMails", () => mails.overdueMails(db, NOW, 1)],
    ["deleteUnknownRecipients", () => mails.deleteUnknownRecipients(db, NOW)],
    ["forgetMailsBefore", () => mails.forgetMailsBefore(db, NOW)],
    ["claimDueOverage", () => overage.claimDueOverage(db, NOW, 1)],
    ["claimDueOverage", () => overage.claimDueOverage(db, NOW, 1, accountId)],
    ["noteReports", () => overage.noteReports(db, { accepted: [jobId], refused: [jobId] }, NOW)],
    ["rollEndedPeriods", () => periods.rollEndedPeriods(db, NOW, 1)],
    ["setPlan", () => db.batch(periods.setPlan(db, accountId, plan, NOW))],
    ["listPublicKeys", () => publicKeys.listPublicKeys(db, accountId, NOW)],
    ["insertPublicKey", () => publicKeys.insertPublicKey(db, accountId, publicKey, device, NOW)],
    ["updatePublicKey", () => publicKeys.updatePublicKey(db, accountId, "pub", { name: "o" }, device, NOW)],
    ["deletePublicKey", () => publicKeys.deletePublicKey(db, accountId, "pub", device, NOW)],
    ["insertSession", () => sessions.insertSession(db, session, accountId, NOW, { passwordHash: "h" })],
    ["trimSessions", () => sessions.trimSessions(db, accountId)],
    ["findSession", () => sessions.findSession(db, session.hash, NOW)],
    ["renewSession", () => sessions.renewSession(db, session.id, NOW)],
    ["refreshSignIn", () => sessions.refreshSignIn(db, { id: session.id, accountId }, "h", NOW)],
    ["countGuess", () => guesses.countGuess(db, { email: "a@b.c" }, NOW)],
    ["forgetGuesses", () => guesses.forgetGuesses(db, { secondFactorOf: accountId })],
    ["forgetOldGuesses", () => guesses.forgetOldGuesses(db, NOW)],
    [
      "insertSession",
      () => sessions.insertSession(db, session, accountId, NOW, { pendingHash: pending.hash }),
    ],
    ["insertPendingSignIn", () => pendingSignIns.insertPendingSignIn(db, pending, accountId, "h")],
    ["findPendingSignIn", () => pendingSignIns.findPendingSignIn(db, "t", NOW)],
    ["deletePendingSignIn", () => pendingSignIns.deletePendingSignIn(db, "h")],
    ["deletePendingSignIns", () => pendingSignIns.deletePendingSignIns(db, accountId)],
    ["forgetExpiredSignIns", () => pendingSignIns.forgetExpiredSignIns(db, NOW)],
    ["beginTotp", () => totp.beginTotp(db, { accountId, sealed: "s" }, NOW)],
    ["readTotp", () => totp.readTotp(db, accountId, "unconfirmed", NOW)],
    ["confirmTotp", () => totp.confirmTotp(db, { ...addition, sealed: "s", step: 1 }, NOW)],
    ["consumeTotpStep", () => totp.consumeTotpStep(db, accountId, 2)],
    ["removeTotp", () => totp.removeTotp(db, accountId, device, NOW)],
    ["forgetUnconfirmedTotp", () => totp.forgetUnconfirmedTotp(db, NOW)],
    ["addPasskey", () => passkeys.addPasskey(db, { ...addition, passkey }, NOW)],
    ["listPasskeys", () => passkeys.listPasskeys(db, accountId)],
    ["findPasskey", () => passkeys.findPasskey(db, accountId, "c")],
    ["notePasskeyUse", () => passkeys.notePasskeyUse(db, { id: "psk", accountId }, 1, NOW)],
    ["removePasskey", () => passkeys.removePasskey(db, { id: "psk", accountId }, device, NOW)],
    ["insertChallenge", () => passkeys.insertChallenge(db, challenge, NOW)],
    ["consumeChallenge", () => passkeys.consumeChallenge(db, challenge, NOW)],
    ["forgetExpiredChallenges", () => passkeys.forgetExpiredChallenges(db, NOW)],
    ["factorsOf", () => factors.factorsOf(db, accountId)],
    ["replaceRecoveryCodes", () => db.batch(recovery.replaceRecoveryCodes(db, accountId, ["r"], NOW))],
    ["consumeRecoveryCode", () => recovery.consumeRecoveryCode(db, accountId, "r")],
    ["listSessions", () => sessions.listSessions(db, accountId, NOW)],
    ["endSession", () => sessions.endSession(db, { accountId, id: session.id }, signOut, NOW)],
    ["deleteSessions", () => sessions.deleteSessions(db, accountId)],
    ["forgetEndedSessions", () => sessions.forgetEndedSessions(db, NOW)],
    ["readUsage", () => readUsage(db, owner, NOW)],
    ["receiveEvent", () => stripeEvents.receiveEvent(db, { id: "e", type: "t", createdAt: NOW }, NOW)],
    ["markApplied", () => stripeEvents.markApplied(db, "e", NOW)],
    ["forgetEvents", () => stripeEvents.forgetEvents(db, NOW)],
    ["addBillingNote", () => stripeEvents.addBillingNote(db, note)],
    ["applyReading", () => subscriptions.applyReading(db, accountId, reading, NOW)],
    ["holdCredits", () => subscriptions.holdCredits(db, accountId, "sub", { from: 2, to: 1 })],
    ["forgetFreeCredits", () => freeCredits.forgetFreeCredits(db, NOW)],
    ["readSubscription", () => subscriptions.readSubscription(db, accountId)],
    ["staleSubscriptions", () => subscriptions.staleSubscriptions(db, NOW, 1)],
    ["postponeReading", () => subscriptions.postponeReading(db, "sub", NOW)],
    ["noteMissing", () => subscriptions.noteMissing(db, "sub", NOW)],
    ["accountOfCustomer", () => subscriptions.accountOfCustomer(db, "cus")],
    ["keepCustomer", () => subscriptions.keepCustomer(db, accountId, "cus")],
    ["readPayer", () => subscriptions.readPayer(db, accountId)],
    ["forgetCustomer", () => subscriptions.forgetCustomer(db, "cus")],
    ["jobsToRequeue", () => sweep.jobsToRequeue(db, NOW, 1)],
    ["expiredResults", () => sweep.expiredResults(db, NOW, 1)],
    ["markResultsDeleted", () => sweep.markResultsDeleted(db, [jobId], NOW)],
    // With an old job, all statements of a plan run.
    [
      "planArchive",
      async () => {
        const oldId = await addJob(openDb(env.DB), accountId, NOW);
        await env.DB.prepare(
          "update jobs set status = 'failed', finished_at = 1, created_at = 1 where id = ?",
        )
          .bind(oldId)
          .run();
        await archives.planArchive(db, NOW);
      },
    ],
    ["readPlanned", () => archives.readPlanned(db, archive)],
    ["finishArchive", () => archives.finishArchive(db, archive, { jobs: 9, deleted: 0, sizeBytes: 1 }, NOW)],
    ["dropPlan", () => archives.dropPlan(db, archive)],
    ["archivesOf", () => archives.archivesOf(db, accountId, 1)],
    ["expiredArchives", () => archives.expiredArchives(db, NOW, 1)],
    ["forgetArchives", () => archives.forgetArchives(db, [archive])],
    ["jobStates", () => sweep.jobStates(db, [jobId])],
    ["keptResults", () => sweep.keptResults(db, [{ key: "results/j/1", id: jobId, attempts: 1 }])],
    ...sealed.SEALED_COLUMNS.flatMap((column): typeof calls => [
      ["readSealed", () => sealed.readSealed(db, column, "a", 1)],
      ["replaceSealed", () => sealed.replaceSealed(db, column, [{ id: "a", text: "t" }], "v2.")],
    ]),
    ["unsentNeedOlderKey", () => sealed.unsentNeedOlderKey(db, "v2.")],
    ["jobsNeedOlderKey", () => sealed.jobsNeedOlderKey(db, "v2.")],
    ["readPosition", () => walks.readPosition(db, "w")],
    ["writePosition", () => walks.writePosition(db, "w", "p")],
    ["countCheck", () => healthDays.countCheck(db, HEALTH, NOW)],
    ["readHealthDays", () => healthDays.readHealthDays(db, NOW)],
    ["forgetOldHealthDays", () => healthDays.forgetOldHealthDays(db, NOW)],
    ["findAccount", () => operated.findAccount(db, "a@b.c")],
    ["findAccount", () => operated.findAccount(db, "acc_a")],
    ["findAccount", () => operated.findAccount(db, "cus_a")],
    ["findAccount", () => operated.findAccount(db, "job_a")],
    ["readOperated", () => operated.readOperated(db, accountId)],
    ["listActions", () => operated.listActions(db)],
    ["refundByHand", () => refundByHand(db, { accountId, credits: 1, reason: "r", key: "k" }, NOW)],
    ["ban", () => bans.ban(db, "none", "r", NOW)],
    ["unban", () => bans.unban(db, "none", "r", NOW)],
    ["waitingJobsOfBanned", () => bans.waitingJobsOfBanned(db, NOW, 1)],
    ["noteReadings", () => alerts.noteReadings(db, [{ kind: "oldest_job", value: 11 }], NOW)],
    ["readAlerts", () => alerts.readAlerts(db)],
    ["report", () => alerts.report(db, "oldest_job", "began", [{ ...mail, id: "m3" }], NOW)],
    ["report", () => alerts.report(db, "oldest_job", "continues", [], NOW)],
    ["report", () => alerts.report(db, "oldest_job", "ended", [], NOW)],
    ["readOurFailures", () => readings.readOurFailures(db, NOW)],
    ["readOldestJob", () => readings.readOldestJob(db, NOW)],
    ["readUnsentMails", () => readings.readUnsentMails(db, NOW)],
    ["readUnappliedEvents", () => readings.readUnappliedEvents(db, NOW)],
    ["readCredits", () => readings.readCredits(db, "", 1)],
    ["forgetOldLedger", () => sweep.forgetOldLedger(db, NOW, 1)],
    ["usageByDay", () => usage.usageByDay(db, history)],
    ["usageByDay", () => usage.usageByDay(db, { ...history, status: "failed", outputType: "pdf" })],
    ["usageByDay", () => usage.usageByDay(db, { ...history, key: "pub", domain: "example.com" })],
    ["usageByKey", () => usage.usageByKey(db, history)],
    ["usageByDomain", () => usage.usageByDomain(db, history)],
    ["findPublicKey", () => publicKeys.findPublicKey(db, "pk")],
    ["findWidgetJob", () => findWidgetJob(db, jobId)],
    ["touchPublicKey", () => publicKeys.touchPublicKey(db, "pub", NOW)],
    ["countClick", () => countClick(db, use, { visitor: 1, key: 1 })],
    ["domainUse", () => domainUse(db, accountId, "pub", NOW)],
    ["admitCheck", () => admitCheck(db, accountId, { id: "job_c", url: "u", requestId: "" }, NOW)],
    ["readCheck", () => readCheck(db, accountId, jobId)],
    ["refundClick", () => refundClick(db, use)],
    ["forgetClick", () => forgetClick(db, use)],
    ["jobsToDelete", () => deletion.jobsToDelete(db, accountId, 1)],
    ["deleteJobs", () => deletion.deleteJobs(db, accountId, [{ id: jobId, attempts: 1 }])],
    ["unfinishedDeletions", () => deletion.unfinishedDeletions(db, 1)],
    [
      "beginDeletion",
      () =>
        deletion.beginDeletion(db, { id: accountId, mailbox }, { ...mail, id: "m2", dedupeKey: null }, NOW),
    ],
    ["insertEmailChange", () => emailChange.insertEmailChange(db, change.row, "m")],
    ["readEmailChange", () => emailChange.readEmailChange(db, accountId, NOW)],
    ["findEmailChange", () => emailChange.findEmailChange(db, "t", NOW)],
    [
      "confirmEmailChange",
      () => emailChange.confirmEmailChange(db, { accountId, token: "t", mailbox, device }, NOW),
    ],
    ["deleteEmailChange", () => emailChange.deleteEmailChange(db, accountId)],
    ["forgetExpiredEmailChanges", () => emailChange.forgetExpiredEmailChanges(db, NOW)],
    ["staleStripeEmails", () => emailChange.staleStripeEmails(db, 1)],
    ["noteStripeEmail", () => emailChange.noteStripeEmail(db, accountId, "e")],
    [
      "exportRows",
      async () => {
        for (const part of exported.EXPORT_PARTS) {
          for await (const _ of exported.exportRows(db, part, accountId));
        }
      },
    ],
    ["endAccount", () => deletion.endAccount(db, accountId, NOW)],
  ];
  for (const [name, call] of calls) {
    await call();
    called.add(name);
  }
}

beforeAll(callAll, 60_000);

/** Partial indexes that hold only the rows that are due. A statement reads them whole, in order. */
const WORK_LISTS = [
  "overage_due",
  "accounts_stripe_email",
  "mails_unsent",
  "jobs_pending",
  "jobs_leased",
  "job_archives_open",
];

/** What SQLite reports as a scan although it reads no table: constants, JSON values, rows that it has just found. */
const NO_TABLE =
  /^SCAN (?:CONSTANT ROW|\d+-ROW VALUES CLAUSE|json_each|\(subquery-\d+\)|part|newest|closed|counted|ranked|remembered|recent|waiting|first|last)(?: |$)(?!USING)/;

test("no statement reads a whole table", async () => {
  const scans: string[] = [];
  for (const [text, values] of statements) {
    const { results } = await env.DB.prepare(`explain query plan ${text}`)
      .bind(...values)
      .all<{ detail: string }>();
    for (const { detail } of results) {
      const isScan = detail.startsWith("SCAN ") && !NO_TABLE.test(detail);
      if (isScan && !WORK_LISTS.some((index) => detail.endsWith(`USING INDEX ${index}`))) {
        scans.push(`${detail}  ←  ${text.replaceAll(/\s+/g, " ").slice(0, 300)}`);
      }
    }
  }
  expect(scans).toEqual([]);
});

test("the check covers every function of this folder that runs a statement", () => {
  const missing = exportedStatements().filter((name) => !called.has(name) && !INSIDE_OTHERS.includes(name));
  expect(missing).toEqual([]);
  expect(called.size).toBeGreaterThan(50);
});
