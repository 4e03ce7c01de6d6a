/** Settings of the account: API keys, account information, password, two-step sign-in, sessions, subscription, invoices, deletion. */
import { PLANS } from "#contract/plans.ts";
import { useProfile } from "../../queries/profile.ts";
import { Card } from "../../ui/card.tsx";
import { ErrorState, Skeleton } from "../../ui/states.tsx";
import { AccountInformation } from "./account-information.tsx";
import { ActivityCard } from "./activity-card.tsx";
import { ApiKeyCard } from "./api-key-card.tsx";
import { ApiKeysCard } from "./api-keys-card.tsx";
import { DangerZone } from "./danger-zone.tsx";
import { EmailCard } from "./email-card.tsx";
import { ExportCard } from "./export-card.tsx";
import { InvoicesCard } from "./invoices-card.tsx";
import { OverageSettings } from "./overage-settings.tsx";
import { PasswordCard } from "./password-card.tsx";
import { SessionsCard } from "./sessions-card.tsx";
import { SubscriptionManagement } from "./subscription-management.tsx";
import { TwoStepCard } from "./two-step-card.tsx";

export function Settings() {
  const { data: profile, isError, refetch } = useProfile();
  return (
    <div className="mx-auto max-w-3xl space-y-5">
      <h1 className="text-2xl">Settings</h1>
      <ApiKeyCard />
      <ApiKeysCard />
      {profile ? (
        <>
          <AccountInformation profile={profile} />
          <EmailCard profile={profile} />
          <PasswordCard profile={profile} />
          <TwoStepCard profile={profile} />
          <SubscriptionManagement profile={profile} />
          {PLANS[profile.tier].overageMillis !== null && <OverageSettings profile={profile} />}
          <InvoicesCard profile={profile} />
        </>
      ) : (
        <Card title="Account Information">
          {isError ? (
            <ErrorState message="Your account could not be loaded." onRetry={() => void refetch()} />
          ) : (
            <Skeleton lines={4} />
          )}
        </Card>
      )}
      <SessionsCard />
      <ActivityCard />
      <ExportCard />
      <DangerZone />
    </div>
  );
}
