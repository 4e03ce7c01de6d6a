/** Types of the API calls: method and path → request body and response. Types only, so no code is shipped. */
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from "@simplewebauthn/browser";
import type { z } from "zod";
import type { ActivityList } from "#contract/account/activity.ts";
import type * as Billing from "#contract/account/billing.ts";
import type * as PrivateKeys from "#contract/account/private-keys.ts";
import type * as Profile from "#contract/account/profile.ts";
import type * as PublicKeys from "#contract/account/public-keys.ts";
import type * as Factor from "#contract/account/second-factor.ts";
import type * as SignIn from "#contract/account/sign-in.ts";
import type * as Admin from "#contract/admin.ts";
import type { HealthHistory } from "#contract/health.ts";
import type { Demo, DemoRequest } from "#contract/job/demo.ts";
import type { JobRequestInput } from "#contract/job/request.ts";
import type { Usage } from "#contract/job/usage.ts";
import type { JobCreated, JobDeletion, JobList, JobsDeleted, JobView } from "#contract/job/view.ts";
import type { SiteCheck, SiteCheckRequest } from "#contract/widget/site-check.ts";

type Message = z.infer<typeof SignIn.Message>;

interface Call<Returned, Body = undefined> {
  response: Returned;
  body: Body;
}

export interface Calls {
  "POST /auth/register": Call<z.infer<typeof SignIn.Registered>, z.input<typeof SignIn.RegisterRequest>>;
  "POST /auth/login": Call<Factor.SignInResult, z.input<typeof SignIn.LoginRequest>>;
  "POST /auth/logout": Call<undefined>;
  "POST /auth/magic-link": Call<Message, z.input<typeof SignIn.EmailRequest>>;
  "POST /auth/magic-link/consume": Call<Factor.SignInResult, z.input<typeof SignIn.TokenRequest>>;
  "POST /auth/second-factor": Call<SignIn.Session, z.input<typeof Factor.SecondStepRequest>>;
  "POST /auth/second-factor/passkey-options": Call<
    PublicKeyCredentialRequestOptionsJSON,
    z.input<typeof Factor.PendingTokenRequest>
  >;
  "POST /auth/verify": Call<z.infer<typeof SignIn.Verified>, z.input<typeof SignIn.VerifyRequest>>;
  "POST /auth/resend-verification": Call<Message>;
  "POST /auth/forgot-password": Call<Message, z.input<typeof SignIn.EmailRequest>>;
  "POST /auth/reset-password": Call<Message, z.input<typeof SignIn.ResetRequest>>;
  "POST /auth/confirm-password": Call<undefined, z.input<typeof Factor.PasswordConfirmation>>;
  "POST /auth/confirm-password/passkey-options": Call<PublicKeyCredentialRequestOptionsJSON>;
  "POST /auth/change-password": Call<Message, z.input<typeof SignIn.PasswordChange>>;
  "POST /auth/change-email": Call<Message, z.input<typeof SignIn.EmailChange>>;
  "POST /auth/confirm-email": Call<
    z.infer<typeof SignIn.EmailConfirmed>,
    z.input<typeof SignIn.TokenRequest>
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
  "GET /user/email-change": Call<SignIn.PendingEmailChange>;
  "DELETE /user/email-change": Call<undefined>;
  "GET /user/profile": Call<z.infer<typeof Profile.ProfileResponse>>;
  "PATCH /user/settings": Call<
    z.infer<typeof Profile.ProfileResponse>,
    z.input<typeof Profile.SettingsPatch>
  >;
  "GET /user/usage": Call<Usage>;
  "DELETE /user/account": Call<undefined>;
  "GET /user/api-key": Call<PrivateKeys.ApiKeyResponse>;
  "POST /user/api-key/rotate": Call<PrivateKeys.ApiKeyResponse, z.input<typeof PrivateKeys.KeyRotation>>;
  "DELETE /user/api-key/old": Call<undefined>;
  "GET /user/api-keys": Call<z.infer<typeof PrivateKeys.PrivateKeyList>>;
  "POST /user/api-keys": Call<
    z.infer<typeof PrivateKeys.PrivateKeyCreated>,
    z.input<typeof PrivateKeys.PrivateKeyCreate>
  >;
  "PATCH /user/api-keys/{id}": Call<
    z.infer<typeof PrivateKeys.PrivateKeyResponse>,
    z.input<typeof PrivateKeys.PrivateKeyUpdate>
  >;
  "DELETE /user/api-keys/{id}": Call<undefined>;
  "GET /user/sessions": Call<SignIn.SessionList>;
  "DELETE /user/sessions": Call<undefined>;
  "DELETE /user/sessions/{id}": Call<undefined>;
  "GET /user/activity": Call<ActivityList>;
  "GET /user/export": Call<unknown>;
  "GET /user/subscription": Call<z.infer<typeof Billing.SubscriptionResponse>>;
  "GET /user/subscription/preview": Call<z.infer<typeof Billing.PlanChangeResponse>>;
  "POST /user/subscription/cancel": Call<z.infer<typeof Billing.SubscriptionResponse>>;
  "POST /user/subscription/resume": Call<z.infer<typeof Billing.SubscriptionResponse>>;
  "POST /user/checkout": Call<
    z.infer<typeof Billing.CheckoutResponse>,
    z.input<typeof Billing.CheckoutRequest>
  >;
  "POST /user/checkout/confirm": Call<
    z.infer<typeof Billing.SubscriptionResponse>,
    z.input<typeof Billing.CheckoutConfirm>
  >;
  "GET /user/invoices": Call<Billing.InvoiceList>;
  "POST /user/billing-portal": Call<z.infer<typeof Billing.PortalResponse>>;
  "GET /public-keys": Call<z.infer<typeof PublicKeys.PublicKeyList>>;
  "POST /public-keys": Call<
    z.infer<typeof PublicKeys.PublicKeyResponse>,
    z.input<typeof PublicKeys.PublicKeyCreate>
  >;
  "PUT /public-keys/{id}": Call<
    z.infer<typeof PublicKeys.PublicKeyResponse>,
    z.input<typeof PublicKeys.PublicKeyUpdate>
  >;
  "DELETE /public-keys/{id}": Call<undefined>;
  "GET /public-keys/{id}/domains": Call<PublicKeys.DomainUseList>;
  "POST /site-check": Call<SiteCheck, z.input<typeof SiteCheckRequest>>;
  "GET /health/history": Call<HealthHistory>;
  "GET /demo": Call<z.infer<typeof Demo>>;
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
