export function SignedInPlans() {
  return <h1 className="text-2xl">SignedInPlans</h1>;
}
