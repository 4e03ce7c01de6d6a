import { Button, IconButton } from "../ui/button.tsx";
import { Notice } from "../ui/notice.tsx";
import { dismiss, useFeedback } from "./feedback.ts";

/** The message is above the page, so nothing moves when it appears. Clicks pass through it, except on its buttons. */
export function FeedbackBanner() {
  const feedback = useFeedback();
  if (!feedback) return null;
  const { id, kind, message, action } = feedback;
  return (
    <div className="pointer-events-none fixed inset-x-4 bottom-4 z-20 mx-auto max-w-md sm:right-6 sm:left-auto sm:mx-0 sm:w-96">
      <div key={id} className="animate-rise rounded-md shadow-lg">
        <Notice
          kind={kind}
          live
          actions={
            <>
              {action && (
                <Button
                  size="small"
                  aria-keyshortcuts={action.keys}
                  onClick={action.run}
                  className="pointer-events-auto -my-1"
                >
                  {action.label}
                </Button>
              )}
              <IconButton
                icon="close"
                label="Dismiss"
                onClick={() => dismiss(id)}
                className="pointer-events-auto -my-1"
              />
            </>
          }
        >
          {message}
        </Notice>
      </div>
    </div>
  );
}
