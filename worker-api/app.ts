/** The API's routes, all under `/api/v1`. */
import { adminRoutes } from "./admin/index.ts";
import { authRoutes } from "./auth/index.ts";
import { webhookRoutes } from "./billing/webhook.ts";
import { demoRoutes } from "./demo/index.ts";
import { fileRoutes } from "./files/index.ts";
import { healthRoutes } from "./health/index.ts";
import { drainBody } from "./http/drain-body.ts";
import { notFound } from "./http/not-found.ts";
import { onError } from "./http/on-error.ts";
import { requestId } from "./http/request-id.ts";
import { router } from "./http/router.ts";
import { securityHeaders } from "./http/security-headers.ts";
import { traced } from "./http/traced.ts";
import { jobRoutes } from "./jobs/index.ts";
import { describeApi } from "./openapi.ts";
import { publicKeyRoutes } from "./public-keys/index.ts";
import { siteCheckRoutes } from "./site-check/index.ts";
import { userRoutes } from "./user/index.ts";
import { widgetRoutes } from "./widget/index.ts";

export const app = router();

app.use(drainBody, securityHeaders, requestId, traced);
app.onError(onError);
app.notFound(notFound(app));

app.route("/api/v1/jobs", jobRoutes);
app.route("/api/v1/files", fileRoutes);
app.route("/api/v1/health", healthRoutes);
app.route("/api/v1/stripe/webhook", webhookRoutes);
app.route("/api/v1/demo", demoRoutes);
app.route("/api/v1/auth", authRoutes);
app.route("/api/v1/user", userRoutes);
app.route("/api/v1/public-keys", publicKeyRoutes);
app.route("/api/v1/site-check", siteCheckRoutes);
app.route("/api/v1/widget", widgetRoutes);
app.route("/api/v1/admin", adminRoutes);

describeApi(app);
