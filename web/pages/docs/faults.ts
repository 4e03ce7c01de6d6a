/** The invalid fields that an error response names. */
import type { ErrorBody } from "#contract/job/view.ts";

export type Fault = NonNullable<ErrorBody["details"]>[number];

/** The fault of the field at `path`, or of a part of its value. */
function isOf(path: string, fault: Fault): boolean {
  return fault.path === path || fault.path.startsWith(`${path}.`);
}

/** The fault as a sentence that begins with the name of its field, unless it is a sentence already. */
function sentence(name: string, { message }: Fault): string {
  return /^\p{Lu}/v.test(message) ? message : `${name} ${message}`;
}

/** What is wrong with the field at `path`; null if nothing is. */
export function faultOf(path: string, label: string, faults: readonly Fault[]): string | null {
  const fault = faults.find((candidate) => isOf(path, candidate));
  return fault ? sentence(label + fault.path.slice(path.length), fault) : null;
}

/** Faults of none of the fields, as sentences. */
export function otherFaults(paths: readonly string[], faults: readonly Fault[]): string[] {
  return faults
    .filter((fault) => !paths.some((path) => isOf(path, fault)))
    .map((fault) => sentence(fault.path, fault));
}
