import { SENTENCES } from "#contract/sentences.ts";
import { CallFailure } from "../../client/failure.ts";
import { type DomainRow, domainsOf } from "./domain-rows.tsx";

/** Domain that the server refused → why. */
export type DomainFaults = ReadonlyMap<string, string>;

export const NO_FAULTS: DomainFaults = new Map();

/** Faults in an error of the server, which names a domain by its index in the request: `authorized_domains.1`. */
export function domainFaults(error: unknown, sent: readonly string[]): DomainFaults {
  if (!(error instanceof CallFailure)) return NO_FAULTS;
  const faults = new Map<string, string>();
  for (const { path, message } of error.details) {
    const [field, index] = path.split(/[.[\]]+/);
    const domain = field === "authorized_domains" && index ? sent[Number(index)] : undefined;
    if (domain !== undefined) faults.set(domain, message);
  }
  return faults;
}

export function domainsMissing(rows: readonly DomainRow[]): string | null {
  return domainsOf(rows).length === 0 ? SENTENCES.domainMissing : null;
}
