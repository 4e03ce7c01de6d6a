const QUESTIONS = [
  [
    "Do I need a server?",
    "No backend is required. The script talks to Platen, and Platen checks that the page is one of your authorized domains.",
  ],
  [
    "Can I change how the button looks?",
    "Its text, by attribute. The widget isolates its style from your page in both directions; CSS variables and ::part, listed above under Looks, reach its colours and shape.",
  ],
  [
    "What does a click cost?",
    "One credit, as one API request does. A conversion that fails gives the credit back.",
  ],
  [
    "What happens when the credits are used up?",
    "The widget shows an error notification until you upgrade, enable overage, or the monthly limit resets. It never breaks your page.",
  ],
  [
    "Does it work with a strict content security policy?",
    "Yes: allow this origin in script-src and connect-src. Nothing inline, no eval.",
  ],
  [
    "Can visitors convert any page with my key?",
    "Not unless you want it: new keys convert pages of your authorized domains only.",
  ],
] as const;

export function Faq() {
  return (
    <div className="max-w-3xl divide-y divide-line border-line border-y">
      {QUESTIONS.map(([question, answer]) => (
        <details key={question} className="group py-3">
          <summary className="flex items-center justify-between gap-3 font-medium [&::-webkit-details-marker]:hidden">
            {question}
            <span aria-hidden="true" className="text-muted group-open:rotate-45">
              +
            </span>
          </summary>
          <p className="mt-2 text-muted">{answer}</p>
        </details>
      ))}
    </div>
  );
}
