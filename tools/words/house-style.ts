/** Words that our comments, texts and guides do not use, and what to write instead. See docs/glossary.md. */
export interface Rule {
  pattern: RegExp;
  /** What to write. */
  use: string;
}

export const HOUSE_STYLE: readonly Rule[] = [
  { pattern: /\banew\b/i, use: "again, new" },
  { pattern: /\b(ahead of need|in vain)\b/i, use: "before it is needed, for nothing" },
  { pattern: /\b(whoever|whosoever|nobody)\b/i, use: "the role: the caller, the owner, no other job" },
  { pattern: /\bshall\b/i, use: "must, should, will" },
  { pattern: /\b(tells?|telling|told)\b/i, use: "reports, returns, shows, says" },
  // In lower case only: PNG has a filter “None”.
  { pattern: /\b(is|are|was|were|be) none\b/, use: "is not a …, there is no …" },
  { pattern: /\bmend(s|ed|ing)?\b/i, use: "fix" },
  { pattern: /\b(go|goes|went|going) on\b/i, use: "continues, stays" },
  { pattern: /\b(doorbells?|ring(s|ing)? the (bell|queue))\b/i, use: "message, enqueue" },
  { pattern: /\bas by\b/i, use: "the same as" },
  {
    pattern:
      /\b(give|gives|given|gave|giving|take|takes|taken|took)( it| them| the credit| its credit)? back\b/i,
    use: "refunds, returns, reverts",
  },
  // DNS over HTTPS has a JSON field `Answer:`.
  { pattern: /\banswer(s|ed|ing)?\b|\bAnswer(s|ed|ing)?\b(?!:)/, use: "response, return, respond" },
  { pattern: /\bstanding\b/i, use: "usage" },
  { pattern: /\b(thus|hence|thereby|therein|hitherto|whereof|upon|lest|whom)\b/i, use: "the plain word" },
  { pattern: /\bas long as\b/i, use: "while, for" },
  { pattern: /\b(MOST|LONGEST|LEAST)_[A-Z]/, use: "MAX_, MIN_" },
];
