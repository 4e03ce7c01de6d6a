import { useState } from "react";
import type {
  RecoveryCodes,
  SecondFactorState,
  TotpSetup as Setup,
} from "#contract/account/second-factor.ts";
import { LIMITS } from "#contract/limits.ts";
import { show } from "../../feedback/feedback.ts";
import { useBeginTotp, useMakeRecoveryCodes, useRemoveFactor } from "../../queries/second-factor.ts";
import { Button } from "../../ui/button.tsx";
import { day } from "../../words/dates.ts";
import { FactorDialog, type FactorQuestion } from "./factor-dialog.tsx";
import { FactorRow } from "./factor-row.tsx";
import { PasskeyRows } from "./passkey-rows.tsx";
import { RecoveryCodeList } from "./recovery-codes.tsx";
import { TotpSetup } from "./totp-setup.tsx";
import { useFreshAct } from "./use-fresh-act.tsx";

const APP = { id: null, name: "The authenticator app" };

/** The second factors of the account, and the buttons that change them. */
export function TwoStep({ state }: { state: SecondFactorState }) {
  const { totp_since, passkeys, recovery_codes_left } = state;
  const [setup, setSetup] = useState<Setup | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const [question, setQuestion] = useState<FactorQuestion | null>(null);
  const fresh = useFreshAct("change your two-step sign-in");
  const begin = useBeginTotp();
  const remove = useRemoveFactor();
  const make = useMakeRecoveryCodes();
  const count = (totp_since === null ? 0 : 1) + passkeys.length;

  function beginTotp() {
    begin.mutate(undefined, {
      onSuccess: setSetup,
      onError: (error) => fresh.failed(error, "The set-up could not begin", beginTotp),
    });
  }

  function added({ recovery_codes }: RecoveryCodes) {
    setSetup(null);
    if (recovery_codes) setCodes(recovery_codes);
    show("success", recovery_codes ? "Two-step sign-in is on." : "Added to your two-step sign-in.");
  }

  function makeCodes() {
    make.mutate(null, {
      onSuccess: ({ recovery_codes }) => setCodes(recovery_codes),
      onError: (error) => fresh.failed(error, "The codes could not be made", makeCodes),
    });
  }

  function removeFactor(id: string | null, name: string) {
    remove.mutate(id, {
      onSuccess: () => {
        if (count === 1) setCodes(null);
        show("success", count === 1 ? "Two-step sign-in is off." : `${name} is removed.`);
      },
      onError: (error) => fresh.failed(error, `${name} could not be removed`, () => removeFactor(id, name)),
    });
  }

  return (
    <>
      {codes && (
        <div className="mb-4">
          <RecoveryCodeList codes={codes} onDone={() => setCodes(null)} />
        </div>
      )}
      <div className="divide-y divide-line">
        {setup && (
          <div className="pb-4">
            <TotpSetup
              setup={setup}
              onAdded={added}
              onCancel={() => setSetup(null)}
              onFailure={fresh.failed}
            />
          </div>
        )}
        {!setup && totp_since === null && (
          <FactorRow
            title="Authenticator app"
            action={
              // After a canceled set-up it gets the focus, because the form's own buttons disappear.
              <Button size="small" autoFocus={begin.isSuccess} busy={begin.isPending} onClick={beginTotp}>
                Set up app
              </Button>
            }
          >
            Shows a code of six digits on your phone.
          </FactorRow>
        )}
        {!setup && totp_since !== null && (
          <FactorRow
            title="Authenticator app"
            action={
              <Button
                size="small"
                aria-label="Remove the authenticator app"
                onClick={() => setQuestion({ ask: "remove", ...APP })}
              >
                Remove
              </Button>
            }
          >
            Set up on {day(totp_since)}.
          </FactorRow>
        )}
        <PasskeyRows
          passkeys={passkeys}
          onAdded={added}
          onRemove={(passkey) => setQuestion({ ask: "remove", ...passkey })}
          onFailure={fresh.failed}
        />
        {count > 0 && (
          <FactorRow
            title="Recovery codes"
            action={
              <Button size="small" busy={make.isPending} onClick={() => setQuestion({ ask: "codes" })}>
                Make new codes
              </Button>
            }
          >
            {recovery_codes_left} of {LIMITS.recoveryCodes} left. Each replaces your second step once.
          </FactorRow>
        )}
      </div>
      <FactorDialog
        question={question}
        isLast={count === 1}
        onCancel={() => setQuestion(null)}
        onConfirm={(asked) => {
          setQuestion(null);
          if (asked.ask === "codes") makeCodes();
          else removeFactor(asked.id, asked.name);
        }}
      />
      {fresh.dialog}
    </>
  );
}
