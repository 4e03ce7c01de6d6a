export function Plans() {
  return <h1 className="text-2xl">Plans</h1>;
}
