/** `/user`: what the signed-in user sees and changes. */
import { billingRoutes } from "../billing/index.ts";
import { ownOriginOnly } from "../http/api-cors.ts";
import { limitBody } from "../http/limit-body.ts";
import { requireJson } from "../http/require-json.ts";
import { requireSession } from "../http/require-session.ts";
import { router } from "../http/router.ts";
import { account } from "./account.ts";
import { activity } from "./activity.ts";
import { apiKey } from "./api-key.ts";
import { emailChange } from "./email-change.ts";
import { exportRoute } from "./export.ts";
import { profile } from "./profile.ts";
import { sessions } from "./sessions.ts";
import { usage } from "./usage.ts";

export const userRoutes = router();

userRoutes.use(ownOriginOnly, limitBody, requireJson, requireSession);
for (const routes of [
  profile,
  apiKey,
  usage,
  sessions,
  activity,
  exportRoute,
  emailChange,
  account,
  billingRoutes,
])
  userRoutes.route("/", routes);
