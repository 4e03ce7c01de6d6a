import { RECENT_USAGE, useUsage } from "../../queries/usage.ts";
import { Notice } from "../../ui/notice.tsx";
import { counted } from "../../words/sizes.ts";

/** Shown when failed jobs have used more than half of the time in the browser that they may use in a day. */
export function FailedRenderNotice() {
  const { data } = useUsage(RECENT_USAGE);
  if (!data) return null;
  const { seconds, daily_limit_seconds } = data.failed_render;
  if (seconds * 2 <= daily_limit_seconds) return null;
  const limit = counted(daily_limit_seconds / 60, "minute");
  if (seconds >= daily_limit_seconds) {
    return (
      <Notice kind="error" title="Too many of your jobs failed today">
        Failed jobs have used the {limit} of rendering time that they may use in a day. New jobs are rejected
        until midnight UTC. The list of recent jobs shows why each job failed.
      </Notice>
    );
  }
  return (
    <Notice kind="warning" title="Many of your jobs failed today">
      Failed jobs have used {Math.floor(seconds / 60)} of {limit} of rendering time. At {limit}, new jobs are
      rejected until midnight UTC. The list of recent jobs shows why each job failed.
    </Notice>
  );
}
