/** `/auth`: registration, sign-in and mailed links, for our own pages. API keys do not work here. */
import { ownOriginOnly } from "../http/api-cors.ts";
import { limitBody } from "../http/limit-body.ts";
import { requireJson } from "../http/require-json.ts";
import { router } from "../http/router.ts";
import { changeEmail } from "./change-email.ts";
import { confirmPassword } from "./confirm-password.ts";
import { login } from "./login.ts";
import { magicLink } from "./magic-link.ts";
import { password } from "./password.ts";
import { register } from "./register.ts";
import { secondFactor } from "./second-factor.ts";
import { verify } from "./verify.ts";

export const authRoutes = router();

authRoutes.use(ownOriginOnly, limitBody, requireJson);
for (const routes of [
  register,
  login,
  magicLink,
  verify,
  password,
  confirmPassword,
  secondFactor,
  changeEmail,
])
  authRoutes.route("/", routes);
