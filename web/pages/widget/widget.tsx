export function Widget() {
  return <h1 className="text-2xl">Widget</h1>;
}
