export function PlansHeading() {
  return (
    <div className="max-w-2xl">
      <h1 className="text-2xl sm:text-3xl">Plans and Pricing</h1>
      <p className="mt-2 text-muted">
        One credit buys one PDF, screenshot, Markdown or HTML file. If a job fails or is canceled, its credit
        is refunded.
      </p>
    </div>
  );
}
