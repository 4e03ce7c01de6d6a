/**
 * What the service measures. Each event is one data point of Workers Analytics Engine. Texts come from lists of the code:
 * no point has an address, a name, or the id of an account or a job.
 */

/** The phases of an attempt whose time is measured, by their name in `timings`. */
export const PHASES = [
  "tab",
  "navigate",
  "load",
  "settle",
  "fonts",
  "lazy",
  "images",
  "capture",
  "store",
] as const;

/** The number of a phase's time. */
export type PhaseNumber = `${(typeof PHASES)[number]}Ms`;

interface Event {
  texts: readonly string[];
  numbers: readonly string[];
}

/**
 * The order is the place in a data point. Points stay for three months, so a name keeps its place: add new ones at the
 * end, at most 19 texts and 20 numbers.
 */
export const EVENTS = {
  /** A job is admitted. `credit`: `plan`, `overage` or `none`. */
  admission: {
    texts: ["source", "tier", "outputType", "input", "credit"],
    numbers: ["credits"],
  },
  /** The API returns an error. `call`: method and path of the route. */
  refusal: { texts: ["code", "call"], numbers: ["status"] },
  /**
   * A job has ended. `outcome`: `completed`, `failed` or `canceled`. `fault`: `page` (also of its options) or `service`.
   * `queueMs`: from the admission to the first attempt. `totalMs`: from the admission to the end.
   */
  job: {
    texts: ["outcome", "code", "fault", "stage", "source", "tier", "outputType"],
    numbers: [
      "queueMs",
      "totalMs",
      "attempts",
      "bytes",
      "pages",
      "refunded",
      ...PHASES.map((phase): PhaseNumber => `${phase}Ms`),
    ],
  },
  /** An attempt has ended without an end of its job: another one follows. */
  retry: { texts: ["code", "stage"], numbers: ["attempts"] },
  /** `event`: `retired` or `not_started`. `jobs`: those that the browser has had. */
  browser: { texts: ["event", "reason"], numbers: ["jobs", "ageMs"] },
  /** Old jobs have moved from D1 to a file in R2. */
  archive: { texts: [], numbers: ["jobs", "bytes"] },
} as const satisfies Record<string, Event>;

export type EventName = keyof typeof EVENTS;
export type TextName<Name extends EventName> = (typeof EVENTS)[Name]["texts"][number];
export type NumberName<Name extends EventName> = (typeof EVENTS)[Name]["numbers"][number];

/** The first text of each point is the event's name, which is also the index: busy events do not displace rare ones. */
export const EVENT_COLUMN = "blob1";

/** The column of a text or a number in the SQL API. */
export function columnOf<Name extends EventName>(
  event: Name,
  name: TextName<Name> | NumberName<Name>,
): string {
  const { texts, numbers }: Event = EVENTS[event];
  const text = texts.indexOf(name);
  return text >= 0 ? `blob${text + 2}` : `double${numbers.indexOf(name) + 1}`;
}

/** The times of the measured phases, in ms. */
export function phaseNumbers(
  timings: Readonly<Record<string, number>>,
): Partial<Record<PhaseNumber, number>> {
  return Object.fromEntries(PHASES.map((phase) => [`${phase}Ms`, timings[phase] ?? 0]));
}
