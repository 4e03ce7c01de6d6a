import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { LIMITS } from "#contract/limits.ts";
import { call } from "../../client/call.ts";
import { sentenceOf } from "../../client/failure.ts";
import { show } from "../../feedback/feedback.ts";
import { useProfile } from "../../queries/profile.ts";
import { ConfirmDialog } from "../../ui/dialog.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PasswordField } from "../../ui/password-field.tsx";

interface ProveItIsYouProps {
  open: boolean;
  /** What the proof is for, such as `delete your account`. */
  purpose: string;
  /** Button that confirms the password, such as `Delete account`. */
  confirmLabel: string;
  danger?: boolean;
  /** Called when the password is confirmed. */
  onProved: () => void;
  onClose: () => void;
}

/** Before an act that needs a fresh sign-in: asks for the password, or offers a fresh magic link. */
export function ProveItIsYou({
  open,
  purpose,
  confirmLabel,
  danger = false,
  onProved,
  onClose,
}: ProveItIsYouProps) {
  const { data: profile } = useProfile();
  const hasPassword = profile?.has_password ?? true;
  const [password, setPassword] = useState("");
  const [fault, setFault] = useState<string | null>(null);

  function close() {
    setPassword("");
    setFault(null);
    onClose();
  }

  const confirm = useMutation({
    mutationFn: () => call("POST /auth/confirm-password", { body: { password } }),
    onSuccess: () => {
      close();
      onProved();
    },
    onError: (error) => setFault(sentenceOf(error, "The password could not be checked")),
  });
  const mail = useMutation({
    mutationFn: () => call("POST /auth/magic-link", { body: { email: profile?.email ?? "" } }),
    onSuccess: ({ message }) => {
      close();
      show("success", message);
    },
    onError: (error) => setFault(sentenceOf(error, "Failed to send magic link")),
  });

  function act() {
    setFault(null);
    if (!hasPassword) mail.mutate();
    else if (password) confirm.mutate();
    else setFault("Please enter your password");
  }

  return (
    <ConfirmDialog
      open={open}
      title="Confirm that it is you"
      confirmLabel={hasPassword ? confirmLabel : "Send Magic Link"}
      danger={danger && hasPassword}
      busy={confirm.isPending || mail.isPending}
      onConfirm={act}
      onCancel={close}
    >
      {hasPassword
        ? `Your last sign-in was a while ago. Enter your password to ${purpose}.`
        : `Your last sign-in was a while ago. Sign in again with a magic link, then ${purpose} within ${LIMITS.freshSignInMinutes} minutes.`}
      <div className="mt-4 space-y-3 text-ink">
        {hasPassword && (
          <PasswordField
            label="Your password"
            name="password"
            autoComplete="current-password"
            value={password}
            invalid={fault !== null}
            onChange={setPassword}
          />
        )}
        {fault && (
          <Notice kind="error" live>
            {fault}
          </Notice>
        )}
      </div>
    </ConfirmDialog>
  );
}
