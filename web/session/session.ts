/** The sign-in session: its token in local storage, and the profile that was loaded first. */
import { useSyncExternalStore } from "react";
import { navigate } from "wouter/use-browser-location";
import type { Profile } from "#contract/account/profile.ts";
import type { Session } from "#contract/account/sign-in.ts";
import { bearerFrom, call } from "../client/call.ts";
import { CallFailure } from "../client/failure.ts";
import { show } from "../feedback/feedback.ts";

const TOKEN_KEY = "platen.session";

export type SessionState =
  | { status: "loading" }
  | { status: "signed-out" }
  /**
   * `profile` is null if it could not be loaded; pages try again. `owner` changes when the account may have changed,
   * so that the data of one account is never shown to another.
   */
  | { status: "signed-in"; profile: Profile | null; owner: string };

const SIGNED_OUT: SessionState = { status: "signed-out" };

let state: SessionState = { status: "loading" };
const listeners = new Set<() => void>();

function change(next: SessionState): void {
  state = next;
  for (const listener of listeners) listener();
}

function storedToken(): string | null {
  return localStorage.getItem(TOKEN_KEY);
}

/** Whether a token is stored, which the server may have ended. */
export function mayBeSignedIn(): boolean {
  return storedToken() !== null;
}

function end(): void {
  localStorage.removeItem(TOKEN_KEY);
  change(SIGNED_OUT);
}

/** Shows a message only if the user was signed in. On the first load of a page, the sign-in screen says enough. */
function endedByServer(): void {
  if (state.status === "signed-in") show("warning", "Your session has ended. Please sign in again.");
  end();
}

/** Loads the profile for the stored token. Another tab or the server may have changed the session meanwhile. */
export async function refreshSession(): Promise<void> {
  const token = storedToken();
  if (!token) return change(SIGNED_OUT);
  try {
    const { profile } = await call("GET /user/profile");
    // If another tab has signed in or out meanwhile, this response is for an old token.
    if (storedToken() === token) change(signedIn(token, profile));
  } catch (error) {
    if (storedToken() !== token) return;
    if (error instanceof CallFailure && error.status === 401) return end();
    console.error("The user data could not be loaded.", error);
    change(signedIn(token, null));
  }
}

function signedIn(token: string, profile: Profile | null): SessionState {
  const before = state.status === "signed-in" ? state : null;
  const owner = profile && before?.profile?.id === profile.id ? before.owner : token;
  return { status: "signed-in", profile, owner };
}

/** Applies a sign-in or sign-out of another tab. */
async function followOtherTab(): Promise<void> {
  const wasSignedOut = state.status === "signed-out";
  await refreshSession();
  if (wasSignedOut && state.status === "signed-in") navigate("/dashboard");
}

/** Call once: loads the session, and follows sign-ins and sign-outs in other tabs. */
export function startSession(): void {
  change({ status: "loading" });
  bearerFrom({ token: storedToken, ended: endedByServer });
  window.addEventListener("storage", (event) => {
    if (event.key === TOKEN_KEY) void followOtherTab();
  });
  void refreshSession();
}

/** Stores a new session, loads its profile and shows the dashboard. */
export async function signIn({ token }: Session): Promise<void> {
  localStorage.setItem(TOKEN_KEY, token);
  await refreshSession();
  navigate("/dashboard");
}

const leaving = new Set<() => void>();

/** Runs `send` before each sign-out, while calls still have the session's token. */
export function beforeSignOut(send: () => void): void {
  leaving.add(send);
}

/** Ends the session here and on the server, and goes to `/dashboard`, which then shows sign-in. */
export function signOut(): void {
  for (const send of leaving) send();
  void call("POST /auth/logout").catch((error: unknown) => {
    console.error("The session could not be ended on the server.", error);
  });
  forgetSession();
}

/** Ends the session only here, after the server has ended it or deleted the account, and goes to `path`. */
export function forgetSession(path = "/dashboard"): void {
  end();
  navigate(path);
}

/** The signed-in account, until it may have changed; null for a visitor. */
export function sessionOwner(): string | null {
  return state.status === "signed-in" ? state.owner : null;
}

export function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The HTML of the build is that of a visitor. */
export function useSession(): SessionState {
  return useSyncExternalStore(
    subscribe,
    () => state,
    () => SIGNED_OUT,
  );
}
