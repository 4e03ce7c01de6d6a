const PROMISES = [
  [
    "The whole page, not its first screen",
    "Platen scrolls the page and what scrolls inside it, decodes every image, waits for fonts and for the height to stand still. No timers to guess.",
  ],
  [
    "One slow tracker does not cost you the job",
    "What hangs is given its short share of the time and then left out, and the answer's warnings say so.",
  ],
  [
    "An error page is not a document",
    "404, a broken certificate, a login wall that redirects for ever: the job fails with a code and a sentence, and the credit comes back.",
  ],
  [
    "Tall pages stay whole",
    "Screenshots beyond the browser's 16,384 pixels are captured in bands and joined: nothing repeats, nothing turns white.",
  ],
  [
    "PDFs that can be read",
    "Tagged, with outline and title, real text and printed backgrounds, in every paper size from A0 to A6.",
  ],
  [
    "Safe to point at anything",
    "Each job has a browser context of its own, and no redirect, frame or script leads into anyone's private network.",
  ],
] as const;

/** What users of such services complain about, and what happens here instead. */
export function Promises() {
  return (
    <section aria-labelledby="promises-title" className="border-line border-t py-14">
      <h2 id="promises-title" className="text-2xl sm:text-3xl">
        Right the first time
      </h2>
      <dl className="mt-6 grid gap-x-10 gap-y-7 sm:grid-cols-2 lg:grid-cols-3">
        {PROMISES.map(([title, text]) => (
          <div key={title}>
            <dt className="font-semibold">{title}</dt>
            <dd className="mt-1.5 text-muted">{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
