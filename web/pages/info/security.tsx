/** A template: the operator reviews it before the service is offered to others (docs/self-hosting.md). */
import { LIMITS } from "#contract/limits.ts";
import { SupportLink } from "../../ui/support-link.tsx";
import { Article } from "./article.tsx";

export function Security() {
  return (
    <Article
      title="Security"
      note="How Platen protects your pages, files and keys, and how to report a weakness."
      sections={[
        {
          title: "Report a weakness",
          paragraphs: [
            <>
              Write to <SupportLink />. Describe how to repeat what you found, and give us 90 days to repair
              it before you publish it. Test with your own account and your own pages only, and do not
              overload the service. Then we will not take legal steps against you.
            </>,
          ],
        },
        {
          title: "Pages that are converted",
          paragraphs: [
            "Each job has a browser context of its own. No job can read the cookies, storage or files of another.",
            "The browser reaches public addresses only. Each request and each redirect of a page is checked before it is sent, and the address that the browser connected to is checked again.",
          ],
        },
        {
          title: "Files",
          paragraphs: [
            `A link to a file is signed and works for at most ${LIMITS.linkSeconds / 60} minutes. Files are sent so that a browser never runs them as a page of this site.`,
          ],
        },
        {
          title: "Keys and passwords",
          paragraphs: [
            "Passwords are stored as scrypt hashes. API keys are stored as hashes, and encrypted for you to read in Settings. Wrong passwords are counted, and the pauses between attempts grow.",
            "A public key works only on your domains, and has its own daily limit. Overage by a public key is off until you allow it.",
          ],
        },
      ]}
    />
  );
}
