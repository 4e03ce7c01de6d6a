import { useProfile } from "../../queries/profile.ts";
import { AccountNotices } from "./account-notices.tsx";
import { CreditUsage } from "./credit-usage.tsx";
import { FailedRenderNotice } from "./failed-render-notice.tsx";
import { FirstSteps } from "./first-steps.tsx";
import { RecentJobs } from "./recent-jobs.tsx";
import { TryIt } from "./try-it.tsx";
import { UsageHistory } from "./usage-history.tsx";

/** Credits, a form to convert a page, the usage history and the recent jobs. */
export function Overview() {
  const { data: profile } = useProfile();
  return (
    <div className="space-y-5">
      <h1 className="sr-only">Dashboard</h1>
      {profile && <AccountNotices profile={profile} />}
      {profile && <FirstSteps key={profile.id} profile={profile} />}
      <FailedRenderNotice />
      <div className="grid gap-5 lg:grid-cols-[2fr_3fr]">
        <CreditUsage />
        <UsageHistory />
      </div>
      <TryIt />
      <RecentJobs />
    </div>
  );
}
