/** `DELETE /user/account`: after the response, no key, link or session of the account works. */
import { createRoute } from "@hono/zod-openapi";
import { readAccount } from "#store/accounts/accounts.ts";
import { beginDeletion } from "#store/accounts/deletion.ts";
import { noteActivity } from "#store/activity/activity.ts";
import { mailboxHash } from "#store/secrets/mailbox.ts";
import { ApiError } from "../http/api-error.ts";
import { deviceOf } from "../http/device.ts";
import { isFresh } from "../http/fresh-sign-in.ts";
import { refusal, SESSION_SECURITY } from "../http/openapi-parts.ts";
import { router } from "../http/router.ts";
import { compose, enqueueLater } from "../mail/outbox.ts";
import { finishDeletion } from "./deletion.ts";

export const account = router().openapi(
  createRoute({
    method: "delete",
    path: "/account",
    tags: ["User"],
    security: SESSION_SECURITY,
    operationId: "deleteAccount",
    summary:
      "Delete the account, including its subscription, keys, sessions, jobs and results. Needs a fresh sign-in",
    responses: {
      204: { description: "Deleted" },
      default: refusal("session_required", "reauthentication_required"),
    },
  }),
  async (c) => {
    const { db } = c.var;
    const now = Date.now();
    const { accountId } = c.var.account;
    if (!isFresh(c, now)) {
      await noteActivity(db, { accountId, kind: "deletion_refused", device: deviceOf(c) }, now);
      throw new ApiError("reauthentication_required");
    }
    const owner = await readAccount(db, accountId);
    if (!owner) throw new ApiError("session_required");
    const mailbox = mailboxHash(owner.email, c.env.SIGNING_KEY);
    const farewell = await compose(
      c.env,
      {
        to: owner.email,
        // Without the account's id, so that the mail survives the deletion.
        accountId: null,
        dedupeKey: `account_deleted:${owner.id}`,
        content: { template: "account_deleted" },
      },
      db.shard,
    );
    if (await beginDeletion(db, { id: owner.id, mailbox }, farewell, now)) enqueueLater(c, farewell.id);
    await finishDeletion(c.env, owner.id, now);
    return c.body(null, 204);
  },
);
