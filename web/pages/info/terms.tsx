/** A template: the operator replaces or reviews it before the service is offered to others (docs/self-hosting.md). */
import { PLANS } from "#contract/plans.ts";
import { SupportLink } from "../../ui/support-link.tsx";
import { Article } from "./article.tsx";

const { free } = PLANS;

export function Terms() {
  return (
    <Article
      title="Terms"
      note="What you can expect from Platen, and what Platen expects from you."
      sections={[
        {
          title: "The service",
          paragraphs: [
            "Platen opens the web page that you name and stores it for you as a PDF, a screenshot or a text. It does this for your account, with your API key or through the button on your site.",
            "Files are kept for the time that your plan states and are deleted after it. Download what you want to keep.",
          ],
        },
        {
          title: "Your account",
          paragraphs: [
            "You register with an email address that is yours. Keep your password and your API key secret. You are responsible for what is done with them until you change the password or rotate the key.",
            "A public key may be seen by everyone. It works only on the domains that you authorize.",
          ],
        },
        {
          title: "What you may convert",
          paragraphs: [
            "Convert pages only if you have the right to copy them. Respect the terms and the copyright of their owners.",
            "Do not use Platen to attack or overload other sites, to reach networks that are not public, or to get around the protection of a site. We may stop jobs and close accounts that do.",
          ],
        },
        {
          title: "Credits and payment",
          paragraphs: [
            `A completed job costs one credit. A job that fails costs nothing. The Free plan has ${free.creditsPerMonth} credits per month and needs no payment.`,
            "Paid plans are billed in advance by Stripe, each month until you cancel. A canceled plan stays active until the end of the paid period. Overage is charged only if you turn it on, up to your spending cap, at the end of the month.",
          ],
        },
        {
          title: "Availability and liability",
          paragraphs: [
            "We work to keep Platen available, and the status page shows how it was. We do not promise that each page can be converted, or that the service is never interrupted.",
            "As far as the law allows, we are liable only for damage that we cause on purpose or by gross negligence, and otherwise at most for what you paid in the last twelve months.",
          ],
        },
        {
          title: "End and changes",
          paragraphs: [
            "You can delete your account at any time in Settings. We announce changes of these terms by email at least 30 days before they apply.",
            <>
              Questions: <SupportLink />
            </>,
          ],
        },
      ]}
    />
  );
}
