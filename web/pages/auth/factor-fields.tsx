/** The second step: a passkey, a code of the authenticator app, or a recovery code. */
import type { PublicKeyCredentialRequestOptionsJSON } from "@simplewebauthn/browser";
import { useState } from "react";
import type { FactorProof, SecondFactor } from "#contract/account/second-factor.ts";
import { SENTENCES } from "#contract/sentences.ts";
import { TextField } from "../../ui/field.tsx";

type ProofKind = SecondFactor | "recovery_code";

const SWITCH_LABELS = {
  passkey: "Use a passkey",
  totp: "Use your authenticator app",
  recovery_code: "Use a recovery code",
} as const satisfies Record<ProofKind, string>;

const CODE = /^\d{6}$/;

async function askPasskey(options: PublicKeyCredentialRequestOptionsJSON): Promise<FactorProof> {
  // Loaded by the first click, because few sign-ins need it.
  const { startAuthentication } = await import("@simplewebauthn/browser");
  return { passkey: await startAuthentication({ optionsJSON: options }) };
}

/** State of the second step. A passkey is offered first: it needs no typing and cannot be phished. */
export function useFactorProof(factors: readonly SecondFactor[]) {
  const [chosen, setChosen] = useState<ProofKind | null>(null);
  const [text, setText] = useState("");
  const kind = chosen ?? (factors.includes("passkey") ? "passkey" : "totp");
  const kinds: readonly ProofKind[] = [...factors, "recovery_code"];
  const code = text.replaceAll(/\s/g, "");

  return {
    kind,
    text,
    setText,
    others: kinds.filter((other) => other !== kind),
    choose: (next: ProofKind) => {
      setText("");
      setChosen(next);
    },
    /** What is missing before the proof can be sent. */
    fault: (): string | null => {
      if (kind === "totp" && !CODE.test(code)) return SENTENCES.codeMalformed;
      return kind === "recovery_code" && !code ? "Please enter a recovery code" : null;
    },
    prove: async (
      passkeyOptions: () => Promise<PublicKeyCredentialRequestOptionsJSON>,
    ): Promise<FactorProof> => {
      if (kind === "passkey") return askPasskey(await passkeyOptions());
      return kind === "totp" ? { code } : { recovery_code: text };
    },
  };
}

interface FactorFieldsProps {
  factor: ReturnType<typeof useFactorProof>;
  invalid: boolean;
  /** Called when another kind is chosen. */
  onSwitch: () => void;
}

/** The field of the chosen kind, and buttons for the other kinds. */
export function FactorFields({ factor, invalid, onSwitch }: FactorFieldsProps) {
  const { kind, text, setText, others, choose } = factor;
  return (
    <div className="space-y-3">
      {kind === "passkey" && (
        <p className="text-muted">Your browser will ask for your fingerprint, face, PIN or security key.</p>
      )}
      {kind !== "passkey" && (
        <TextField
          // A new field, which takes the focus, when the kind changes.
          key={kind}
          autoFocus
          label={kind === "totp" ? "Code of your authenticator app" : "Recovery code"}
          name={kind}
          inputMode={kind === "totp" ? "numeric" : "text"}
          autoComplete={kind === "totp" ? "one-time-code" : "off"}
          autoCapitalize="none"
          spellCheck={false}
          maxLength={kind === "totp" ? 10 : 50}
          placeholder={kind === "totp" ? "123456" : "xxxx-xxxx-xxxx-xxxx"}
          className="font-mono tracking-wider"
          value={text}
          invalid={invalid}
          onChange={(event) => setText(event.target.value)}
        />
      )}
      <div className="flex flex-wrap gap-x-4 gap-y-1.5">
        {others.map((other) => (
          <button
            key={other}
            type="button"
            onClick={() => {
              choose(other);
              onSwitch();
            }}
            className="rounded-sm text-muted text-sm underline underline-offset-2 hover:text-ink"
          >
            {SWITCH_LABELS[other]}
          </button>
        ))}
      </div>
    </div>
  );
}
