export function PlansHeading() {
  return (
    <div className="max-w-2xl">
      <h1 className="text-2xl sm:text-3xl">Plans and Pricing</h1>
      <p className="mt-2 text-muted">
        One credit is one PDF or one screenshot, by API or by widget. A job that fails or is canceled gives
        its credit back.
      </p>
    </div>
  );
}
