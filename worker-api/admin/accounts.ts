/** `/admin/accounts`: finds an account, shows it, refunds credits, bans it. */
import { createRoute, z } from "@hono/zod-openapi";
import type { Context } from "hono";
import { AdminAccount, AdminFound, AdminReason, AdminRefund } from "#contract/admin.ts";
import { log } from "#log/log.ts";
import { findAccount, readOperated } from "#store/operator/accounts.ts";
import { ban, unban } from "#store/operator/ban.ts";
import { refundByHand } from "#store/operator/refund.ts";
import { shardOfId } from "#store/secrets/ids.ts";
import { ApiError } from "../http/api-error.ts";
import type { AppEnv } from "../http/app-env.ts";
import { jsonBody, response } from "../http/openapi-parts.ts";
import { router } from "../http/router.ts";
import { enterShard } from "../http/shard.ts";
import { cancelJobsOfBanned } from "./cancel-jobs.ts";
import { viewAccount } from "./view.ts";

const Search = z.strictObject({ search: z.string().trim().min(1).max(320) });
const AccountId = z.object({ id: z.string() });
/** The sweep cancels the rest. */
const CANCELED_AT_ONCE = 50;

const noAccount = () => new ApiError("not_found", { message: "No account has this email address or id." });

/** The account after a change. */
async function show(c: Context<AppEnv>, id: string): Promise<AdminAccount> {
  const found = await readOperated(c.var.db, id);
  if (!found) throw noAccount();
  return viewAccount(found);
}

export const accountRoutes = router();

accountRoutes.use("/accounts/:id/*", async (c, next) => {
  if (!enterShard(c, shardOfId(c.req.param("id")))) throw noAccount();
  await next();
});

accountRoutes.openapi(
  createRoute({
    method: "get",
    path: "/accounts",
    hide: true,
    request: { query: Search },
    responses: { 200: response("The account", AdminFound) },
  }),
  async (c) => {
    const { search } = c.req.valid("query");
    const found = await Promise.all(c.var.dbs.map((db) => findAccount(db, search)));
    const account = found.find((one) => one !== null);
    if (!account) throw noAccount();
    return c.json({ id: account.id }, 200);
  },
);

accountRoutes.openapi(
  createRoute({
    method: "get",
    path: "/accounts/{id}",
    hide: true,
    request: { params: AccountId },
    responses: { 200: response("The account", AdminAccount) },
  }),
  async (c) => c.json(await show(c, c.req.valid("param").id), 200),
);

accountRoutes.openapi(
  createRoute({
    method: "post",
    path: "/accounts/{id}/refunds",
    hide: true,
    request: { params: AccountId, ...jsonBody(AdminRefund) },
    responses: { 200: response("The account", AdminAccount) },
  }),
  async (c) => {
    const { id: accountId } = c.req.valid("param");
    const refund = { accountId, ...c.req.valid("json") };
    const outcome = await refundByHand(c.var.db, refund, Date.now());
    if (outcome === "conflict") {
      throw new ApiError("idempotency_conflict", {
        message: "This key was already used for another refund.",
      });
    }
    const account = await show(c, accountId);
    if (outcome === "used_less") {
      const message = `The account has used ${account.account.credits_used} credits in this period`;
      throw new ApiError("invalid_request", { details: [{ path: "credits", message }] });
    }
    return c.json(account, 200);
  },
);

accountRoutes.openapi(
  createRoute({
    method: "post",
    path: "/accounts/{id}/ban",
    hide: true,
    request: { params: AccountId, ...jsonBody(AdminReason) },
    responses: { 200: response("The account", AdminAccount) },
  }),
  async (c) => {
    const { id } = c.req.valid("param");
    await ban(c.var.db, id, c.req.valid("json").reason, Date.now());
    const canceled = cancelJobsOfBanned(c.env, c.var.db, Date.now(), CANCELED_AT_ONCE);
    c.executionCtx.waitUntil(
      canceled.catch((error: unknown) => log.error("The sweep cancels the jobs later.", { error })),
    );
    return c.json(await show(c, id), 200);
  },
);

accountRoutes.openapi(
  createRoute({
    method: "post",
    path: "/accounts/{id}/unban",
    hide: true,
    request: { params: AccountId, ...jsonBody(AdminReason) },
    responses: { 200: response("The account", AdminAccount) },
  }),
  async (c) => {
    const { id } = c.req.valid("param");
    await unban(c.var.db, id, c.req.valid("json").reason, Date.now());
    return c.json(await show(c, id), 200);
  },
);
