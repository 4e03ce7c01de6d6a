import { type FormEvent, useState } from "react";
import { sentenceOf } from "../../client/failure.ts";
import { useAdminSession } from "../../queries/admin.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PasswordField } from "../../ui/password-field.tsx";

/** The operator signs in with the secret of the deployment. */
export function SignIn() {
  const session = useAdminSession();
  const [secret, setSecret] = useState("");

  function submit(event: FormEvent) {
    event.preventDefault();
    if (secret !== "" && !session.isPending) session.mutate(secret);
  }

  return (
    <div className="max-w-md">
      <Card
        title="Sign in"
        note="With the secret ADMIN_SECRET of this service. You stay signed in for an hour."
      >
        <form onSubmit={submit} noValidate className="space-y-4">
          <PasswordField
            label="Secret"
            name="secret"
            autoComplete="current-password"
            value={secret}
            onChange={setSecret}
          />
          {session.isError && (
            <Notice kind="error" live>
              {sentenceOf(session.error, "Signing in failed. Please try again.")}
            </Notice>
          )}
          <Button type="submit" look="primary" busy={session.isPending} disabled={secret === ""}>
            Sign in
          </Button>
        </form>
      </Card>
    </div>
  );
}
