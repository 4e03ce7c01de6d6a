/** The pages about the service: its state, its changes and its terms. */
import { lazy } from "react";
import { Changelog } from "./changelog.tsx";
import { Privacy } from "./privacy.tsx";
import { Security } from "./security.tsx";
import { Terms } from "./terms.tsx";

// Only this page reads from the API.
const Status = lazy(async () => ({ default: (await import("./status.tsx")).Status }));

const PAGES = { status: Status, changelog: Changelog, terms: Terms, privacy: Privacy, security: Security };

export function Info({ page }: { page: keyof typeof PAGES }) {
  const Page = PAGES[page];
  return <Page />;
}
