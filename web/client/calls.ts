/** Types of the API calls: method and path → request body and response. Types only, so no code is shipped. */
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from "@simplewebauthn/browser";
import type { z } from "zod";
import type * as Account from "#contract/account.ts";
import type { ActivityList } from "#contract/activity.ts";
import type * as Admin from "#contract/admin.ts";
import type { HealthHistory } from "#contract/health.ts";
import type { DemoRequest } from "#contract/job/demo.ts";
import type { JobRequestInput } from "#contract/job/request.ts";
import type { Usage } from "#contract/job/usage.ts";
import type { JobCreated, JobDeletion, JobList, JobsDeleted, JobView } from "#contract/job/view.ts";
import type * as Factor from "#contract/second-factor.ts";
import type { SiteCheck, SiteCheckRequest } from "#contract/widget/site-check.ts";

type Message = z.infer<typeof Account.Message>;

interface Call<Returned, Body = undefined> {
  response: Returned;
  body: Body;
}

export interface Calls {
  "POST /auth/register": Call<z.infer<typeof Account.Registered>, z.input<typeof Account.RegisterRequest>>;
  "POST /auth/login": Call<Factor.SignInResult, z.input<typeof Account.LoginRequest>>;
  "POST /auth/logout": Call<undefined>;
  "POST /auth/magic-link": Call<Message, z.input<typeof Account.EmailRequest>>;
  "POST /auth/magic-link/consume": Call<Factor.SignInResult, z.input<typeof Account.TokenRequest>>;
  "POST /auth/second-factor": Call<Account.Session, z.input<typeof Factor.SecondStepRequest>>;
  "POST /auth/second-factor/passkey-options": Call<
    PublicKeyCredentialRequestOptionsJSON,
    z.input<typeof Factor.PendingTokenRequest>
  >;
  "POST /auth/verify": Call<z.infer<typeof Account.Verified>, z.input<typeof Account.VerifyRequest>>;
  "POST /auth/resend-verification": Call<Message>;
  "POST /auth/forgot-password": Call<Message, z.input<typeof Account.EmailRequest>>;
  "POST /auth/reset-password": Call<Message, z.input<typeof Account.ResetRequest>>;
  "POST /auth/confirm-password": Call<undefined, z.input<typeof Factor.PasswordConfirmation>>;
  "POST /auth/confirm-password/passkey-options": Call<PublicKeyCredentialRequestOptionsJSON>;
  "POST /auth/change-password": Call<Message, z.input<typeof Account.PasswordChange>>;
  "POST /auth/change-email": Call<Message, z.input<typeof Account.EmailChange>>;
  "POST /auth/confirm-email": Call<
    z.infer<typeof Account.EmailConfirmed>,
    z.input<typeof Account.TokenRequest>
  >;
  "GET /user/second-factor": Call<Factor.SecondFactorState>;
  "POST /user/second-factor/totp": Call<Factor.TotpSetup>;
  "POST /user/second-factor/totp/confirm": Call<
    Factor.RecoveryCodes,
    z.input<typeof Factor.TotpConfirmation>
  >;
  "DELETE /user/second-factor/totp": Call<undefined>;
  "POST /user/second-factor/passkey-options": Call<PublicKeyCredentialCreationOptionsJSON>;
  "POST /user/second-factor/passkeys": Call<Factor.RecoveryCodes, z.input<typeof Factor.PasskeyCreate>>;
  "DELETE /user/second-factor/passkeys/{id}": Call<undefined>;
  "POST /user/second-factor/recovery-codes": Call<Factor.RecoveryCodes>;
  "GET /user/email-change": Call<Account.PendingEmailChange>;
  "DELETE /user/email-change": Call<undefined>;
  "GET /user/profile": Call<z.infer<typeof Account.ProfileResponse>>;
  "PATCH /user/settings": Call<
    z.infer<typeof Account.ProfileResponse>,
    z.input<typeof Account.SettingsPatch>
  >;
  "GET /user/usage": Call<Usage>;
  "DELETE /user/account": Call<undefined>;
  "GET /user/api-key": Call<Account.ApiKeyResponse>;
  "POST /user/api-key/rotate": Call<Account.ApiKeyResponse, z.input<typeof Account.KeyRotation>>;
  "DELETE /user/api-key/old": Call<undefined>;
  "GET /user/api-keys": Call<z.infer<typeof Account.PrivateKeyList>>;
  "POST /user/api-keys": Call<
    z.infer<typeof Account.PrivateKeyCreated>,
    z.input<typeof Account.PrivateKeyCreate>
  >;
  "PATCH /user/api-keys/{id}": Call<
    z.infer<typeof Account.PrivateKeyResponse>,
    z.input<typeof Account.PrivateKeyUpdate>
  >;
  "DELETE /user/api-keys/{id}": Call<undefined>;
  "GET /user/sessions": Call<Account.SessionList>;
  "DELETE /user/sessions": Call<undefined>;
  "DELETE /user/sessions/{id}": Call<undefined>;
  "GET /user/activity": Call<ActivityList>;
  "GET /user/export": Call<unknown>;
  "GET /user/subscription": Call<z.infer<typeof Account.SubscriptionResponse>>;
  "GET /user/subscription/preview": Call<z.infer<typeof Account.PlanChangeResponse>>;
  "POST /user/subscription/cancel": Call<z.infer<typeof Account.SubscriptionResponse>>;
  "POST /user/subscription/resume": Call<z.infer<typeof Account.SubscriptionResponse>>;
  "POST /user/checkout": Call<
    z.infer<typeof Account.CheckoutResponse>,
    z.input<typeof Account.CheckoutRequest>
  >;
  "POST /user/checkout/confirm": Call<
    z.infer<typeof Account.SubscriptionResponse>,
    z.input<typeof Account.CheckoutConfirm>
  >;
  "GET /user/invoices": Call<Account.InvoiceList>;
  "POST /user/billing-portal": Call<z.infer<typeof Account.PortalResponse>>;
  "GET /public-keys": Call<z.infer<typeof Account.PublicKeyList>>;
  "POST /public-keys": Call<
    z.infer<typeof Account.PublicKeyResponse>,
    z.input<typeof Account.PublicKeyCreate>
  >;
  "PUT /public-keys/{id}": Call<
    z.infer<typeof Account.PublicKeyResponse>,
    z.input<typeof Account.PublicKeyUpdate>
  >;
  "DELETE /public-keys/{id}": Call<undefined>;
  "GET /public-keys/{id}/domains": Call<Account.DomainUseList>;
  "POST /site-check": Call<SiteCheck, z.input<typeof SiteCheckRequest>>;
  "GET /health/history": Call<HealthHistory>;
  "GET /demo": Call<z.infer<typeof Account.Demo>>;
  "POST /demo/jobs": Call<JobCreated, z.input<typeof DemoRequest>>;
  "GET /widget/jobs/{id}": Call<JobView>;
  "GET /jobs": Call<JobList>;
  "POST /jobs": Call<JobCreated, JobRequestInput>;
  "POST /jobs/delete": Call<JobsDeleted, JobDeletion>;
  "GET /jobs/{id}": Call<JobView>;
  "DELETE /jobs/{id}": Call<unknown>;
  "POST /admin/session": Call<undefined, z.input<typeof Admin.AdminSignIn>>;
  "DELETE /admin/session": Call<undefined>;
  "GET /admin/overview": Call<Admin.AdminOverview>;
  "GET /admin/accounts": Call<z.infer<typeof Admin.AdminFound>>;
  "GET /admin/accounts/{id}": Call<Admin.AdminAccount>;
  "POST /admin/accounts/{id}/refunds": Call<Admin.AdminAccount, z.input<typeof Admin.AdminRefund>>;
  "POST /admin/accounts/{id}/ban": Call<Admin.AdminAccount, z.input<typeof Admin.AdminReason>>;
  "POST /admin/accounts/{id}/unban": Call<Admin.AdminAccount, z.input<typeof Admin.AdminReason>>;
}

export type CallName = keyof Calls;

export interface CallInput<Name extends CallName> {
  body?: Calls[Name]["body"];
  /** Fills `{id}` in the path. */
  id?: string;
  query?: Record<string, string>;
  /** Takes the place of the sign-in session. */
  apiKey?: string;
  /** The token of one job. Takes the place of the sign-in session. */
  jobToken?: string;
  /** The request is sent even if the page is left meanwhile. */
  keepalive?: boolean;
  signal?: AbortSignal;
}
