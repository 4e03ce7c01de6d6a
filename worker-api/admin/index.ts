/** `/admin`: the operator's calls. They are not in the public description of the API, which is for customers. */
import { ownOriginOnly } from "../http/api-cors.ts";
import { limitBody } from "../http/limit-body.ts";
import { requireJson } from "../http/require-json.ts";
import { router } from "../http/router.ts";
import { accountRoutes } from "./accounts.ts";
import { hideWithoutSecret, requireOperator } from "./operator.ts";
import { overviewRoute } from "./overview.ts";
import { sessionRoutes } from "./session.ts";

export const adminRoutes = router();

adminRoutes.use(hideWithoutSecret, ownOriginOnly, limitBody, requireJson);
adminRoutes.route("/", sessionRoutes);
adminRoutes.use(requireOperator);
adminRoutes.route("/", overviewRoute);
adminRoutes.route("/", accountRoutes);
