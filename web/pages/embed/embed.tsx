export function Embed() {
  return <h1 className="text-2xl">Embed</h1>;
}
