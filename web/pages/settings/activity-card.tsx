import { useRef, useState } from "react";
import type { ActivityKind, ActivityList } from "#contract/account/activity.ts";
import { LIMITS } from "#contract/limits.ts";
import { dollars } from "../../billing/money.ts";
import { useActivity } from "../../queries/activity.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { ErrorState, Skeleton } from "../../ui/states.tsx";
import { moment } from "../../words/dates.ts";
import { device } from "../../words/device.ts";

const COUNTRIES = new Intl.DisplayNames("en-US", { type: "region" });

const SECOND_STEPS: Record<string, string> = {
  totp: " and a code of the authenticator app",
  passkey: " and a passkey",
  recovery_code: " and a recovery code",
};

/** `detail` is the way, and the second step after a plus, such as `password+totp`. */
function signedIn(detail: string): string {
  const [way, step = ""] = detail.split("+");
  const first = way === "password" ? "the password" : "a magic link";
  return `Signed in with ${first}${SECOND_STEPS[step] ?? ""}`;
}

const SENTENCES: Record<ActivityKind, (detail: string) => string> = {
  signed_in: signedIn,
  signed_out: () => "Signed out",
  sign_in_paused: (step) =>
    `Sign-in paused after too many wrong ${step === "second_factor" ? "codes" : "passwords"}`,
  password_changed: () => "Password changed",
  password_reset: () => "Password set with a link from an email",
  email_change_requested: () => "Change of the email address requested",
  email_changed: () => "Email address changed",
  totp_added: () => "Authenticator app added",
  totp_removed: () => "Authenticator app removed",
  passkey_added: (name) => `Passkey “${name}” added`,
  passkey_removed: (name) => `Passkey “${name}” removed`,
  recovery_codes_made: () => "New recovery codes made",
  session_ended: () => "A session ended in Settings",
  other_sessions_ended: () => "All other sessions ended in Settings",
  key_rotated: () => "API key rotated",
  old_key_ended: () => "Old API key ended",
  api_key_created: (name) => `API key “${name}” created`,
  api_key_changed: (name) => `API key “${name}” changed`,
  api_key_deleted: (name) => `API key “${name}” deleted`,
  public_key_created: (name) => `Public key “${name}” created`,
  public_key_changed: (name) => `Public key “${name}” changed`,
  public_key_deleted: (name) => `Public key “${name}” deleted`,
  plan_changed: (tier) => `Plan changed to ${tier[0]?.toUpperCase()}${tier.slice(1)}`,
  overage_changed: (state) => `Overage turned ${state}`,
  spending_cap_changed: (cents) => `Spending cap set to ${dollars(Number(cents))}`,
  data_exported: () => "Account data exported",
  credits_refunded: (credits) =>
    `${credits} ${credits === "1" ? "credit" : "credits"} refunded by the operator`,
  account_banned: () => "Account blocked by the operator",
  account_unbanned: () => "Account unblocked by the operator",
  deletion_refused: () => "Account deletion refused: the password was not confirmed",
};

function Entry({ kind, detail, user_agent, country, created_at }: ActivityList["activities"][number]) {
  const origin = [
    moment(created_at),
    user_agent !== null && device(user_agent),
    country && COUNTRIES.of(country),
  ];
  return (
    <li className="py-2.5">
      <p className="[overflow-wrap:anywhere]">{SENTENCES[kind](detail ?? "")}</p>
      <p className="text-muted text-sm">{origin.filter(Boolean).join(" · ")}</p>
    </li>
  );
}

function Entries() {
  const { data, isError, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useActivity();
  const list = useRef<HTMLUListElement>(null);
  const entries = data?.pages.flatMap((page) => page.activities);

  /** The button disappears with the last page, so the list gets its focus. */
  async function loadMore() {
    const { hasNextPage: isMore } = await fetchNextPage();
    if (!isMore) list.current?.focus({ preventScroll: true });
  }

  if (!entries && isError) {
    return <ErrorState message="Your activity could not be loaded." onRetry={() => void refetch()} />;
  }
  if (!entries) return <Skeleton lines={5} />;
  if (entries.length === 0) return <p className="text-muted">No activity yet.</p>;
  return (
    <>
      <ul ref={list} tabIndex={-1} aria-label="Activity" className="-my-2 divide-y divide-line">
        {entries.map((entry) => (
          <Entry key={entry.id} {...entry} />
        ))}
      </ul>
      {hasNextPage && (
        <Button size="small" className="mt-4" busy={isFetchingNextPage} onClick={() => void loadMore()}>
          Show more
        </Button>
      )}
    </>
  );
}

/**
 * Sign-ins and changes of the account, so that its owner notices what somebody else did. Loaded on request, because
 * what is below would move when the list appears.
 */
export function ActivityCard() {
  const [open, setOpen] = useState(false);
  return (
    <Card
      title="Activity"
      note={`Sign-ins and changes of the last ${LIMITS.activityDays} days. If you do not recognize one, change your password.`}
      aside={
        <Button size="small" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? "Hide activity" : "Show activity"}
        </Button>
      }
    >
      {open && <Entries />}
    </Card>
  );
}
