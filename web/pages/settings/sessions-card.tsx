import { sentenceOf } from "../../client/failure.ts";
import { show } from "../../feedback/feedback.ts";
import { useEndSession, useSessions } from "../../queries/sessions.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { ErrorState, Skeleton } from "../../ui/states.tsx";
import { moment } from "../../words/dates.ts";
import { device } from "../../words/device.ts";

/** The sign-in sessions of the account, with buttons to end them. */
export function SessionsCard() {
  const { data: sessions, isError, refetch } = useSessions();
  const end = useEndSession();

  function endSession(id: string | null) {
    end.mutate(id, {
      onSuccess: () =>
        show("success", id === null ? "All other sessions have ended." : "The session has ended."),
      onError: (error) => show("error", sentenceOf(error, "The session could not be ended")),
    });
  }

  return (
    <Card
      title="Sessions"
      note="The devices on which you are signed in."
      aside={
        sessions &&
        sessions.length > 1 && (
          <Button size="small" busy={end.isPending} onClick={() => endSession(null)}>
            End other sessions
          </Button>
        )
      }
    >
      {sessions && (
        <ul className="-my-2 divide-y divide-line">
          {sessions.map((session) => (
            <li key={session.id} className="flex items-center justify-between gap-4 py-2.5">
              <div className="min-w-0">
                <p className="flex flex-wrap items-center gap-2">
                  <span title={session.user_agent}>{device(session.user_agent)}</span>
                  {session.current && <Badge tone="accent">This device</Badge>}
                </p>
                <p className="text-muted text-sm">Last active {moment(session.seen_at)}</p>
              </div>
              {!session.current && (
                <Button
                  size="small"
                  disabled={end.isPending}
                  aria-label={`End the session of ${device(session.user_agent)}`}
                  onClick={() => endSession(session.id)}
                >
                  End
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {!sessions && isError && (
        <ErrorState message="Your sessions could not be loaded." onRetry={() => void refetch()} />
      )}
      {!sessions && !isError && <Skeleton lines={2} className="min-h-[45px]" />}
    </Card>
  );
}
