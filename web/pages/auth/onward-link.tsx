import { useSession } from "../../session/session.ts";
import { ButtonLink } from "../../ui/button.tsx";

/** The way onward from a mailed link that does not work. Who is signed in already needs no sign-in. */
export function OnwardLink({ href = "/auth", label = "Go to sign-in" }: { href?: string; label?: string }) {
  const isSignedIn = useSession().status === "signed-in";
  return (
    <ButtonLink href={isSignedIn ? "/dashboard" : href} look="primary">
      {isSignedIn ? "Go to dashboard" : label}
    </ButtonLink>
  );
}
