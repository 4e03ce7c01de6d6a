export function SignedInDocs() {
  return <h1 className="text-2xl">SignedInDocs</h1>;
}
