/** `GET` and `DELETE /user/email-change`: the change of the address that waits for its confirmations. */
import { createRoute } from "@hono/zod-openapi";
import { PendingEmailChange } from "#contract/account/sign-in.ts";
import { deleteEmailChange, readEmailChange } from "#store/accounts/email-change.ts";
import { isoTime } from "../http/iso-time.ts";
import { refusal, response, SESSION_SECURITY } from "../http/openapi-parts.ts";
import { router } from "../http/router.ts";

const shared = { path: "/email-change", tags: ["User"], security: SESSION_SECURITY };

export const emailChange = router();

emailChange.openapi(
  createRoute({
    ...shared,
    method: "get",
    operationId: "getEmailChange",
    summary: "Read the change of the email address that waits for its confirmations",
    responses: {
      200: response("The change, or null", PendingEmailChange),
      default: refusal("session_required"),
    },
  }),
  async (c) => {
    const row = await readEmailChange(c.var.db, c.var.account.accountId, Date.now());
    return c.json(
      {
        email_change: row && {
          email: row.newEmail,
          old_confirmed: row.oldConfirmedAt !== null,
          new_confirmed: row.newConfirmedAt !== null,
          expires_at: isoTime(row.expiresAt),
        },
      },
      200,
    );
  },
);

emailChange.openapi(
  createRoute({
    ...shared,
    method: "delete",
    operationId: "cancelEmailChange",
    summary: "Cancel the change of the email address",
    responses: { 204: { description: "No change waits" }, default: refusal("session_required") },
  }),
  async (c) => {
    await deleteEmailChange(c.var.db, c.var.account.accountId);
    return c.body(null, 204);
  },
);
