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
import { passkeys } from "./passkeys.ts";
import { privateKeys } from "./private-keys.ts";
import { profile } from "./profile.ts";
import { secondFactor } from "./second-factor.ts";
import { sessions } from "./sessions.ts";
import { totp } from "./totp.ts";
import { usage } from "./usage.ts";

export const userRoutes = router();

userRoutes.use(ownOriginOnly, limitBody, requireJson, requireSession);
for (const routes of [
  profile,
  apiKey,
  privateKeys,
  usage,
  sessions,
  activity,
  exportRoute,
  emailChange,
  secondFactor,
  totp,
  passkeys,
  account,
  billingRoutes,
])
  userRoutes.route("/", routes);
