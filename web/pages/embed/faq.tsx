const QUESTIONS = [
  [
    "Do I need a server?",
    "No backend is required. The widget calls Platen directly, and Platen checks that the request comes from one of your authorized domains.",
  ],
  [
    "Can I change how the button looks?",
    "You can set the button text with an attribute. The widget isolates its style, so your stylesheet does not affect it by accident. To change colours and shape, use the CSS variables and parts listed under Styling.",
  ],
  [
    "What does a click cost?",
    "1 credit, the same as an API request. If the conversion fails, the credit is refunded.",
  ],
  [
    "What happens when I run out of credits?",
    "Widget requests fail with an error notification until you upgrade your plan, allow overage for the key, or the monthly limit resets. The rest of your page is not affected.",
  ],
  [
    "Does it work with a strict Content Security Policy?",
    "Yes. Allow this origin in script-src and connect-src. The widget uses no inline code and no eval.",
  ],
  [
    "Can visitors convert any page with my key?",
    "No. A new key converts only pages on its authorized domains. You can change this for each key.",
  ],
] as const;

export function Faq() {
  return (
    <div className="max-w-3xl divide-y divide-line border-line border-y">
      {QUESTIONS.map(([question, response]) => (
        <details key={question} className="group py-3">
          <summary className="flex items-center justify-between gap-3 font-medium [&::-webkit-details-marker]:hidden">
            {question}
            <span aria-hidden="true" className="text-muted group-open:rotate-45">
              +
            </span>
          </summary>
          <p className="mt-2 text-muted">{response}</p>
        </details>
      ))}
    </div>
  );
}
