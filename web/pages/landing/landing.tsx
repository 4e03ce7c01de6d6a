export function Landing() {
  return (
    <main className="p-6">
      <h1 className="text-2xl">Platen</h1>
      <a href="/auth">Get started for free</a>
    </main>
  );
}
