export function Settings() {
  return <h1 className="text-2xl">Settings</h1>;
}
