/** The pages about the service: its state, its changes and its terms. */
import { Changelog } from "./changelog.tsx";
import { Privacy } from "./privacy.tsx";
import { Security } from "./security.tsx";
import { Status } from "./status.tsx";
import { Terms } from "./terms.tsx";

const PAGES = { status: Status, changelog: Changelog, terms: Terms, privacy: Privacy, security: Security };

export function Info({ page }: { page: keyof typeof PAGES }) {
  const Page = PAGES[page];
  return <Page />;
}
