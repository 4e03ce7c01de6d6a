/** Sign-in: login with a magic link or the password, its second step, registration, and a forgotten password. */
import { Tabs } from "radix-ui";
import { useCallback, useState } from "react";
import { useSearchParams } from "wouter";
import type { PendingSignIn } from "#contract/account/second-factor.ts";
import { Button } from "../../ui/button.tsx";
import { ForgotPassword } from "./forgot-password.tsx";
import { Login } from "./login.tsx";
import { Register } from "./register.tsx";
import { SecondStep } from "./second-step.tsx";

const TABS = [
  { value: "login", label: "Login" },
  { value: "register", label: "Register" },
] as const;

export function Auth() {
  const [query] = useSearchParams();
  const [tab, setTab] = useState<string>(query.get("tab") === "register" ? "register" : "login");
  const [email, setEmail] = useState("");
  const [forgot, setForgot] = useState(query.get("tab") === "forgot");
  const [pending, setPending] = useState<PendingSignIn | null>(null);
  /** Whether a registration has led to the login form, whose email field is filled in. */
  const [isRegistered, setRegistered] = useState(false);
  const showLogin = useCallback(() => {
    setTab("login");
    setRegistered(true);
  }, []);

  function chooseTab(value: string) {
    setTab(value);
    setRegistered(false);
  }

  return (
    <div className="mx-auto max-w-md py-4 sm:py-10">
      <section aria-labelledby="auth-title" className="crop-marks border border-line bg-sheet p-5 sm:p-7">
        <h1 id="auth-title" className="text-2xl">
          {forgot ? "Reset your password" : "Dashboard"}
        </h1>
        {pending ? (
          <SecondStep
            pending={pending}
            back={
              <Button look="quiet" icon="arrowLeft" onClick={() => setPending(null)}>
                Back to login
              </Button>
            }
          />
        ) : forgot ? (
          <ForgotPassword email={email} onBack={() => setForgot(false)} />
        ) : (
          <Tabs.Root value={tab} onValueChange={chooseTab} className="mt-4">
            <Tabs.List aria-label="Login or register" className="grid grid-cols-2 border-line border-b">
              {TABS.map(({ value, label }) => (
                <Tabs.Trigger
                  key={value}
                  value={value}
                  className="-mb-px h-10 pointer-coarse:h-touch border-transparent border-b-2 font-medium text-muted transition-colors hover:text-ink data-[state=active]:border-accent data-[state=active]:text-ink"
                >
                  {label}
                </Tabs.Trigger>
              ))}
            </Tabs.List>
            <Tabs.Content value="login" className="pt-5" tabIndex={-1}>
              <Login
                email={email}
                focusesPassword={isRegistered}
                onEmail={setEmail}
                onForgot={() => setForgot(true)}
                onPending={setPending}
              />
            </Tabs.Content>
            <Tabs.Content value="register" className="pt-5" tabIndex={-1}>
              <Register onRegistered={setEmail} onDone={showLogin} />
            </Tabs.Content>
          </Tabs.Root>
        )}
      </section>
    </div>
  );
}
