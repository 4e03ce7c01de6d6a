import { IconButton } from "../ui/button.tsx";
import { Notice } from "../ui/notice.tsx";
import { dismiss, useFeedback } from "./feedback.ts";

/** Messages float above the page, so that nothing moves when one comes or goes. */
export function FeedbackStack() {
  const messages = useFeedback();
  return (
    <div className="pointer-events-none fixed inset-x-4 bottom-4 z-20 mx-auto flex max-w-md flex-col gap-2 sm:right-6 sm:left-auto sm:mx-0 sm:w-96">
      {messages.map(({ id, kind, message }) => (
        <div key={id} className="pointer-events-auto animate-rise rounded-md shadow-lg">
          <Notice
            kind={kind}
            live
            actions={
              <IconButton icon="close" label="Dismiss" onClick={() => dismiss(id)} className="-my-1" />
            }
          >
            {message}
          </Notice>
        </div>
      ))}
    </div>
  );
}
