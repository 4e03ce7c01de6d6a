import { ButtonLink } from "../../ui/button.tsx";

const FACTS = [
  ["Deleted", "Your keys, sessions, jobs and files, and your email address. A subscription is canceled."],
  [
    "Kept by us",
    "If you paid for a plan or for overage, the account's ID with its credits, which invoices refer to, without your email address. If you used free credits, their count until the period ends, under a hash of your email address.",
  ],
  [
    "Kept by Stripe",
    "If you paid, your invoices and payments, for the time required by law. We remove your name and addresses from your customer record.",
  ],
] as const;

/** Shown after the account is deleted. The user is signed out by then. */
export function Farewell() {
  return (
    <div className="mx-auto max-w-xl py-4 sm:py-10">
      <section aria-labelledby="farewell" className="crop-marks border border-line bg-sheet p-5 sm:p-7">
        <h1 id="farewell" className="text-2xl">
          Your account is deleted
        </h1>
        <p className="mt-2 text-muted">
          You are signed out on all devices. We have sent you an email that confirms the deletion. Jobs that
          are being rendered are deleted as soon as they end.
        </p>
        <dl className="mt-5 space-y-4">
          {FACTS.map(([name, text]) => (
            <div key={name}>
              <dt className="font-medium">{name}</dt>
              <dd className="mt-0.5 text-muted text-sm">{text}</dd>
            </div>
          ))}
        </dl>
        <p className="mt-6">
          <ButtonLink href="/" look="primary">
            Go to the start page
          </ButtonLink>
        </p>
      </section>
    </div>
  );
}
