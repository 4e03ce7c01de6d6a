import { useEffect, useState } from "react";
import { Notice } from "../../ui/notice.tsx";
import { NOTICE_MS } from "../../ui/times.ts";

interface Message {
  kind: "success" | "error";
  text: string;
  /** Disappears after `NOTICE_MS.brief`. */
  brief?: boolean;
}

export function useAuthMessage() {
  const [message, setMessage] = useState<Message | null>(null);
  useEffect(() => {
    if (!message?.brief) return;
    const timer = setTimeout(() => setMessage(null), NOTICE_MS.brief);
    return () => clearTimeout(timer);
  }, [message]);
  return [message, setMessage] as const;
}

/** Banner of a form: the fault of its fields, or else the message of the server. */
export function AuthMessage({
  fault,
  message,
}: {
  fault: { message: string } | null;
  message: Message | null;
}) {
  if (fault) {
    return (
      <Notice kind="error" live>
        {fault.message}
      </Notice>
    );
  }
  if (!message) return null;
  return (
    <Notice kind={message.kind} live>
      {message.text}
    </Notice>
  );
}
