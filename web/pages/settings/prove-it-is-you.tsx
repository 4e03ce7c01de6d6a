import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { SecondFactor } from "#contract/account/second-factor.ts";
import { LIMITS } from "#contract/limits.ts";
import { call } from "../../client/call.ts";
import { hasCode, sentenceOf } from "../../client/failure.ts";
import { show } from "../../feedback/feedback.ts";
import { useProfile } from "../../queries/profile.ts";
import { ConfirmDialog } from "../../ui/dialog.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PasswordField } from "../../ui/password-field.tsx";
import { FactorFields, useFactorProof } from "../auth/factor-fields.tsx";

interface ProveItIsYouProps {
  open: boolean;
  /** What the proof is for, such as `delete your account`. */
  purpose: string;
  /** Button that confirms, such as `Delete account`. */
  confirmLabel: string;
  danger?: boolean;
  /** Called when the password, and the second step if two-step sign-in is on, are confirmed. */
  onProved: () => void;
  onClose: () => void;
}

/**
 * Before an act that needs a fresh sign-in: asks for the password, then for the second step if the server wants it. An
 * account without a password is offered a fresh magic link.
 */
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
  /** Empty until the server wants the second step. */
  const [factors, setFactors] = useState<readonly SecondFactor[]>([]);
  const [fault, setFault] = useState<string | null>(null);
  const factor = useFactorProof(factors);
  const isSecond = factors.length > 0;

  function close() {
    setPassword("");
    setFactors([]);
    setFault(null);
    onClose();
  }

  const confirm = useMutation({
    mutationFn: async () => {
      const proof = isSecond
        ? await factor.prove(() => call("POST /auth/confirm-password/passkey-options"))
        : {};
      try {
        await call("POST /auth/confirm-password", { body: { password, ...proof } });
        return null;
      } catch (error) {
        if (!hasCode(error, "second_factor_required")) throw error;
        return (await call("GET /user/second-factor")).factors;
      }
    },
    onSuccess: (wanted) => {
      if (wanted) return setFactors(wanted);
      close();
      onProved();
    },
    onError: (error) =>
      setFault(sentenceOf(error, `The ${isSecond ? "second step" : "password"} could not be checked`)),
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
    if (!hasPassword) return mail.mutate();
    const missing = isSecond ? factor.fault() : password ? null : "Please enter your password";
    setFault(missing);
    if (missing === null) confirm.mutate();
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
        ? `Your last sign-in was a while ago. ${isSecond ? "Confirm your second step" : "Enter your password"} to ${purpose}.`
        : `Your last sign-in was a while ago. Sign in again with a magic link, then ${purpose} within ${LIMITS.freshSignInMinutes} minutes.`}
      <div className="mt-4 space-y-3 text-ink">
        {hasPassword && !isSecond && (
          <PasswordField
            label="Your password"
            name="password"
            autoComplete="current-password"
            value={password}
            invalid={fault !== null}
            onChange={setPassword}
          />
        )}
        {isSecond && (
          <FactorFields factor={factor} invalid={fault !== null} onSwitch={() => setFault(null)} />
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
