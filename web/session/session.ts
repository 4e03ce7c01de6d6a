/** Who is signed in: the token in local storage, and the profile it was first seen with. */
import { useSyncExternalStore } from "react";
import { navigate } from "wouter/use-browser-location";
import type { Profile, Session } from "#contract/account.ts";
import { bearerFrom, call } from "../client/call.ts";
import { CallFailure } from "../client/failure.ts";
import { show } from "../feedback/feedback.ts";

const TOKEN_KEY = "platen.session";

export type SessionState =
  | { status: "loading" }
  | { status: "signed-out" }
  /**
   * `profile` is null when it could not be loaded yet; pages ask again. `owner` is another one as soon as the account
   * may be another: what was loaded for the one is not for the other.
   */
  | { status: "signed-in"; profile: Profile | null; owner: string };

let state: SessionState = { status: "loading" };
const listeners = new Set<() => void>();

function become(next: SessionState): void {
  state = next;
  for (const listener of listeners) listener();
}

function storedToken(): string | null {
  return localStorage.getItem(TOKEN_KEY);
}

function end(): void {
  localStorage.removeItem(TOKEN_KEY);
  become({ status: "signed-out" });
}

/** Whoever was at work is told why the sign-in is back; whoever only comes back sees it anyway. */
function endedByServer(): void {
  if (state.status === "signed-in") show("warning", "Your session has ended. Please sign in again.");
  end();
}

/** Reads again who is signed in; other tabs of the browser and the server may have changed it. */
export async function refreshSession(): Promise<void> {
  const token = storedToken();
  if (!token) return become({ status: "signed-out" });
  try {
    const { profile } = await call("GET /user/profile");
    // Another tab was faster: this answer is about a session that is none any more.
    if (storedToken() === token) become(signedIn(token, profile));
  } catch (error) {
    if (storedToken() !== token) return;
    if (error instanceof CallFailure && error.status === 401) return end();
    console.error("The user data could not be loaded.", error);
    become(signedIn(token, null));
  }
}

function signedIn(token: string, profile: Profile | null): SessionState {
  const before = state.status === "signed-in" ? state : null;
  const owner = profile && before?.profile?.id === profile.id ? before.owner : token;
  return { status: "signed-in", profile, owner };
}

/** Another tab of the browser has signed in or out. */
async function followOtherTab(): Promise<void> {
  const wasSignedOut = state.status === "signed-out";
  await refreshSession();
  if (wasSignedOut && state.status === "signed-in") navigate("/dashboard");
}

/** Finds out once whether there is a session, and follows sign-in and sign-out in other tabs of the browser. */
export function startSession(): void {
  bearerFrom({ token: storedToken, ended: endedByServer });
  window.addEventListener("storage", (event) => {
    if (event.key === TOKEN_KEY) void followOtherTab();
  });
  void refreshSession();
}

/** A new session: its user's data is loaded, and the dashboard shown. */
export async function signIn({ token }: Session): Promise<void> {
  localStorage.setItem(TOKEN_KEY, token);
  await refreshSession();
  navigate("/dashboard");
}

/** Ends the session here and on the server, and goes to the dashboard's address, which shows sign-in. */
export function signOut(): void {
  void call("POST /auth/logout").catch((error: unknown) => {
    console.error("The session could not be ended on the server.", error);
  });
  forgetSession();
}

/** The account is gone, or its session has ended on the server already. */
export function forgetSession(): void {
  end();
  navigate("/dashboard");
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useSession(): SessionState {
  return useSyncExternalStore(subscribe, () => state);
}
