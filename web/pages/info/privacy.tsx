/** A template: the operator replaces or reviews it before the service is offered to others (docs/self-hosting.md). */
import { DEMO_JOBS_PER_DAY } from "#contract/demo.ts";
import { LIMITS } from "#contract/limits.ts";
import { PLANS, TIERS } from "#contract/plans.ts";
import { SupportLink } from "../../ui/support-link.tsx";
import { Article } from "./article.tsx";

const RETENTION = TIERS.map((tier) => {
  const { name, retentionHours } = PLANS[tier];
  return `${name}: ${retentionHours / 24 === 1 ? "1 day" : `${retentionHours / 24} days`}`;
}).join(", ");

/** The archive takes whole months: see store/archive/archives.ts. */
const JOB_DAYS =
  LIMITS.jobHistoryDays + Math.max(...TIERS.map((tier) => PLANS[tier].retentionHours)) / 24 + 31;

export function Privacy() {
  return (
    <Article
      title="Privacy"
      note="Which data Platen stores, why, and for how long."
      sections={[
        {
          title: "Your account",
          paragraphs: [
            "We store your email address, a hash of your password, your plan, your keys and the sign-in sessions with the kind of device that uses them. We need them to let you in and to count your credits.",
            `For ${LIMITS.activityDays} days we keep a list of sign-ins and changes of your account with the kind of device and the country, so that you can see what others do with it.`,
            "Emails concern your account only: verification, sign-in links, limits and billing. There is no newsletter.",
          ],
        },
        {
          title: "Jobs and files",
          paragraphs: [
            `For each job we store the address of the page, its options and its outcome. You can delete a job at any time. At most ${JOB_DAYS} days after its end, its address, options and texts are deleted automatically. What counts your usage stays for ${LIMITS.archiveMonths} months: the host of the page, the key, the outcome, the times and the credit.`,
            `Files are deleted after the time of your plan (${RETENTION}). HTML, Markdown, headers, cookies and passwords that you send with a job are deleted when the job ends. Headers, cookies and passwords are stored encrypted until then.`,
            "We do not look at your files and use them for nothing else.",
          ],
        },
        {
          title: "Visitors of sites with the button",
          paragraphs: [
            "The button sends nothing until a visitor clicks it. It then sends the address of the page. It sets no cookies. The visitor's network address counts for rate limits and is not stored with the job.",
          ],
        },
        {
          title: "Trying it on the landing page",
          paragraphs: [
            `We store the address of the page as for any job. A keyed hash of your network address counts the ${DEMO_JOBS_PER_DAY} conversions of a day. It is deleted after that day.`,
          ],
        },
        {
          title: "Payment",
          paragraphs: [
            "Stripe handles payments. We never see your card. We store Stripe's ids of you and your subscription, and what you spent.",
          ],
        },
        {
          title: "This site",
          paragraphs: [
            "The site has no trackers, no third-party scripts and no cookies. Your browser's storage keeps your sign-in session, the colour scheme and the last tab.",
            "Cloudflare runs the service and processes network addresses to deliver it. Our logs hold no addresses of clients, no keys and no query strings.",
          ],
        },
        {
          title: "Your rights",
          paragraphs: [
            "You can see your data in the dashboard, and export all of it as a file in Settings. When you delete your account in Settings, keys stop working at once, and jobs, files and personal data are deleted. Invoices stay with Stripe, because the law requires it.",
            <>
              For everything else write to <SupportLink />
            </>,
          ],
        },
      ]}
    />
  );
}
