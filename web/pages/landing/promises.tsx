const PROMISES = [
  [
    "The whole page, fully loaded",
    "Platen scrolls through the page and waits for images, fonts and scripts to finish. You do not have to guess delays.",
  ],
  [
    "Slow resources do not fail the job",
    "A script or an image that hangs is left out after a few seconds. The warnings of the job list what is missing.",
  ],
  [
    "Error pages are never charged",
    "If the page returns a 404, has an invalid certificate or asks for a login, the job fails with a clear reason and the credit is refunded.",
  ],
  [
    "Very tall screenshots",
    "Pages taller than the browser's limit of 16,384 pixels are captured in parts and joined, with nothing repeated and nothing missing.",
  ],
  [
    "Accessible, searchable PDFs",
    "Tagged PDFs with real text, an outline, a title and backgrounds, in A0 to A6 and US paper sizes.",
  ],
  [
    "Isolated by design",
    "Each job runs in its own browser context. Redirects, frames and scripts cannot reach private networks.",
  ],
] as const;

/** Common problems of conversion services, and how Platen handles them. */
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
