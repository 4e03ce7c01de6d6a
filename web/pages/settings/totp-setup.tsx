import { type FormEvent, lazy, Suspense, useState } from "react";
import type { RecoveryCodes, TotpSetup as Setup } from "#contract/account/second-factor.ts";
import { SENTENCES } from "#contract/sentences.ts";
import { hasCode, sentenceOf } from "../../client/failure.ts";
import { useConfirmTotp } from "../../queries/second-factor.ts";
import { Button } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { TextField } from "../../ui/field.tsx";

const QrCode = lazy(async () => ({ default: (await import("./qr-code.tsx")).QrCode }));

const CODE = /^\d{6}$/;
const GROUPS = /.{4}(?=.)/g;

interface TotpSetupProps {
  setup: Setup;
  onAdded: (codes: RecoveryCodes) => void;
  onCancel: () => void;
  onFailure: (error: unknown, fallback: string, again: () => void) => void;
}

/** Shows the secret of a new authenticator app, and asks for its first code. */
export function TotpSetup({ setup, onAdded, onCancel, onFailure }: TotpSetupProps) {
  const [code, setCode] = useState("");
  const [fault, setFault] = useState<string | null>(null);
  const confirm = useConfirmTotp();

  function send() {
    const digits = code.replaceAll(/\s/g, "");
    if (!CODE.test(digits)) return setFault(SENTENCES.codeMalformed);
    setFault(null);
    const fallback = "The code could not be checked";
    confirm.mutate(digits, {
      onSuccess: onAdded,
      onError: (error) => {
        if (hasCode(error, "wrong_code")) setFault(sentenceOf(error, fallback));
        else onFailure(error, fallback, send);
      },
    });
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    send();
  }

  return (
    <form onSubmit={submit} noValidate className="flex flex-wrap gap-x-6 gap-y-4">
      <Suspense fallback={<div className="size-48 rounded-md bg-wash" />}>
        <QrCode text={setup.uri} label="QR code with the secret" />
      </Suspense>
      <div className="min-w-0 flex-1 basis-60 space-y-4">
        <div>
          <p className="text-sm">
            Scan the QR code with your authenticator app, or type this secret into it:
          </p>
          <p className="mt-1.5 flex items-center gap-1">
            <code className="min-w-0 font-mono text-sm [overflow-wrap:anywhere]">
              {setup.secret.replaceAll(GROUPS, "$& ")}
            </code>
            <CopyButton compact label="Copy secret" text={setup.secret} />
          </p>
        </div>
        <TextField
          autoFocus
          label="Code that the app shows"
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={10}
          placeholder="123456"
          className="max-w-40 font-mono tracking-wider"
          value={code}
          fault={fault}
          onChange={(event) => setCode(event.target.value)}
        />
        <div className="flex flex-wrap gap-2">
          <Button type="submit" look="primary" busy={confirm.isPending}>
            Confirm code
          </Button>
          <Button onClick={onCancel}>Cancel</Button>
        </div>
      </div>
    </form>
  );
}
