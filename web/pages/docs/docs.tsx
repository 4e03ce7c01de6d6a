export function Docs() {
  return <h1 className="text-2xl">Docs</h1>;
}
