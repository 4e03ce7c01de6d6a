/** Pages that mailed links open. Only the POST of their button consumes the token, because mail scanners open links. */
import { type ReactNode, useState } from "react";
import { Link } from "wouter";
import { SHOWN_ERRORS } from "#contract/shown-errors.ts";
import { Logo } from "../../ui/logo.tsx";
import { Notice } from "../../ui/notice.tsx";
import { ThemeSwitch } from "../../ui/theme-switch.tsx";
import { useTitle } from "../../ui/use-title.ts";
import { ConfirmEmail } from "./confirm-email.tsx";
import { MagicLinkLogin } from "./magic-link-login.tsx";
import { type MailedLink, tokenIn } from "./mailed-links.ts";
import { OnwardLink } from "./onward-link.tsx";
import { ResetPassword } from "./reset-password.tsx";
import { VerifyEmail } from "./verify-email.tsx";

const TITLES = {
  verify: "Verify your email",
  magic: "Log in to Platen",
  reset: "Set a new password",
  email: "Confirm the email address",
} as const satisfies Record<MailedLink, string>;

function Step({ link, token }: { link: MailedLink; token: string }): ReactNode {
  switch (link) {
    case "verify":
      return <VerifyEmail token={token} />;
    case "magic":
      return <MagicLinkLogin token={token} />;
    case "reset":
      return <ResetPassword token={token} />;
    case "email":
      return <ConfirmEmail token={token} />;
    default:
      return link satisfies never;
  }
}

export function MailedLinkPage({ link }: { link: MailedLink }) {
  useTitle(`${TITLES[link]} · Platen`);
  const [token] = useState(() => tokenIn(window.location.hash));
  return (
    <div className="flex min-h-dvh flex-col px-4">
      <header className="mx-auto flex w-full max-w-md items-center justify-between py-4">
        <Link
          href="/"
          aria-label="Platen, landing page"
          className="inline-flex items-center rounded-sm pointer-coarse:min-h-touch"
        >
          <Logo />
        </Link>
        <ThemeSwitch />
      </header>
      <main className="grid flex-1 place-items-center pb-24">
        <div className="crop-marks w-full max-w-md border border-line bg-sheet p-5 sm:p-7">
          <h1 className="text-2xl">{TITLES[link]}</h1>
          <div className="mt-4 space-y-4">
            {token ? (
              <Step link={link} token={token} />
            ) : (
              <>
                <Notice kind="error" title={SHOWN_ERRORS.invalid_token.message}>
                  {SHOWN_ERRORS.invalid_token.advice}
                </Notice>
                <OnwardLink />
              </>
            )}
          </div>
        </div>
      </main>
    </div>
  );
}
