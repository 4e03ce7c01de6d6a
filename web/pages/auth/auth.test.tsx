import { act, fireEvent, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Auth } from "./auth.tsx";

let user: ReturnType<typeof userEvent.setup>;

beforeEach(() => {
  user = userEvent.setup();
  render(<Auth />);
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function openRegister() {
  await user.click(screen.getByRole("tab", { name: "Register" }));
}

test("login without email and password shows a fault and focuses the first empty field", async () => {
  await user.click(screen.getByRole("button", { name: "Login" }));
  expect(screen.getByRole("alert").textContent).toBe("Please enter email and password");
  expect(document.activeElement).toBe(screen.getByLabelText("Email"));

  await user.type(screen.getByLabelText("Email"), "a@example.com");
  await user.click(screen.getByRole("button", { name: "Login" }));
  expect(document.activeElement).toBe(screen.getByLabelText("Password"));
});

test("the fault disappears when its cause is fixed", async () => {
  await user.click(screen.getByRole("button", { name: "Login" }));
  await user.type(screen.getByLabelText("Email"), "a@example.com");
  expect(screen.getByLabelText("Email").getAttribute("aria-invalid")).toBeNull();
  await user.type(screen.getByLabelText("Password"), "secret");
  expect(screen.queryByRole("alert")).toBeNull();
});

test("a magic link needs only an email address", async () => {
  await user.click(screen.getByRole("button", { name: "Send Magic Link" }));
  expect(screen.getByRole("alert").textContent).toBe("Please enter your email address");
  expect(screen.getByLabelText("Password").getAttribute("aria-invalid")).toBeNull();
});

test("the message about a sent magic link stays for three seconds", async () => {
  const message = "Magic link sent! Check your email to login.";
  vi.stubGlobal("fetch", async () => Response.json({ message }));
  await user.type(screen.getByLabelText("Email"), "a@example.com");
  vi.useFakeTimers();
  await act(async () => fireEvent.click(screen.getByRole("button", { name: "Send Magic Link" })));
  act(() => vi.advanceTimersByTime(2_999));
  expect(screen.queryByText(message)).toBeTruthy();
  act(() => vi.advanceTimersByTime(1));
  expect(screen.queryByText(message)).toBeNull();
});

test("Enter in the password field logs in", async () => {
  await user.type(screen.getByLabelText("Password"), "secret{Enter}");
  expect(screen.getByRole("alert").textContent).toBe("Please enter email and password");
});

test("Enter in the email field sends the magic link, or logs in if a password is filled in", async () => {
  const paths: string[] = [];
  vi.stubGlobal("fetch", async (url: string) => {
    paths.push(url);
    return Response.json({ error: "refused" }, { status: 400 });
  });
  await user.type(screen.getByLabelText("Email"), "{Enter}");
  expect(screen.getByRole("alert").textContent).toBe("Please enter your email address");
  await user.type(screen.getByLabelText("Email"), "a@example.com{Enter}");
  await screen.findByText("refused");
  await user.type(screen.getByLabelText("Password"), "secret");
  await user.type(screen.getByLabelText("Email"), "{Enter}");
  await waitFor(() => expect(paths).toEqual(["/api/v1/auth/magic-link", "/api/v1/auth/login"]));
});

test("a sign-in that expires in its second step leads back to the first", async () => {
  const pending = { code: "second_factor_required", token: "t", factors: ["totp"], expires_at: "" };
  const expired = { code: "sign_in_expired", error: "This sign-in has expired." };
  vi.stubGlobal("fetch", async (url: string) =>
    url.endsWith("/auth/login")
      ? Response.json(pending, { status: 202 })
      : Response.json(expired, { status: 401 }),
  );
  await user.type(screen.getByLabelText("Email"), "a@example.com");
  await user.type(screen.getByLabelText("Password"), "secret{Enter}");
  const field = await screen.findByLabelText("Code of your authenticator app");
  expect(field).toHaveProperty("autocomplete", "one-time-code");
  expect(field).toHaveProperty("inputMode", "numeric");
  await user.type(field, "123 456{Enter}");
  expect((await screen.findByRole("alert")).textContent).toBe("This sign-in has expired.");
  expect(screen.queryByRole("button", { name: "Verify" })).toBeNull();
  await user.click(screen.getByRole("button", { name: "Back to login" }));
  expect(screen.getByRole("tab", { name: "Login", selected: true })).toBeTruthy();
});

test("registering needs all fields, equal passwords and eight characters, and keeps the input", async () => {
  await openRegister();
  const submit = screen.getByRole("button", { name: "Create Account" });
  await user.type(screen.getByLabelText("Email"), "a@example.com");
  await user.click(submit);
  expect(screen.getByRole("alert").textContent).toBe("Please fill in all fields");

  await user.type(screen.getByLabelText("Password"), "short");
  await user.type(screen.getByLabelText("Confirm password"), "shor");
  await user.click(submit);
  expect(screen.getByRole("alert").textContent).toBe("Passwords do not match");

  await user.type(screen.getByLabelText("Confirm password"), "t");
  expect(screen.getByRole("alert").textContent).toBe("Password must be at least 8 characters long");
  expect(screen.getByLabelText("Email")).toHaveProperty("value", "a@example.com");
});

test("the register tab mentions the free API key with 50 requests per day", async () => {
  await openRegister();
  expect(screen.getByText(/free API key with 50 requests per day/)).toBeTruthy();
});

test("a password can be shown, and hidden again", async () => {
  await user.click(screen.getByRole("button", { name: "Show password" }));
  expect(screen.getByLabelText("Password").getAttribute("type")).toBe("text");
  await user.click(screen.getByRole("button", { name: "Hide password" }));
  expect(screen.getByLabelText("Password").getAttribute("type")).toBe("password");
});

test("resetting a password needs an email address, and Back to login returns to the login tab", async () => {
  await user.click(screen.getByRole("button", { name: "Forgot password?" }));
  await user.click(screen.getByRole("button", { name: "Send Reset Link" }));
  expect(screen.getByRole("alert").textContent).toBe("Please enter your email address");
  await user.click(screen.getByRole("button", { name: "Back to login" }));
  expect(screen.getByRole("tab", { name: "Login", selected: true })).toBeTruthy();
});

const REGISTERED = "Account created! Please check your email to verify your account before logging in.";

/** Fills in the form and sends it. From then on timers are fake. */
async function register(response = Response.json({ message: REGISTERED })) {
  vi.stubGlobal("fetch", async () => response);
  await openRegister();
  await user.type(screen.getByLabelText("Email"), "a@example.com");
  await user.type(screen.getByLabelText("Password"), "long enough");
  await user.type(screen.getByLabelText("Confirm password"), "long enough");
  vi.useFakeTimers();
  await act(async () => fireEvent.click(screen.getByRole("button", { name: "Create Account" })));
}

test("two seconds after registering, the login tab is shown with the email address filled in", async () => {
  await register();
  expect(screen.getByText(REGISTERED)).toBeTruthy();
  act(() => vi.advanceTimersByTime(1_999));
  expect(screen.getByRole("tab", { name: "Register", selected: true })).toBeTruthy();
  act(() => vi.advanceTimersByTime(1));
  expect(screen.getByRole("tab", { name: "Login", selected: true })).toBeTruthy();
  expect(screen.getByLabelText("Email")).toHaveProperty("value", "a@example.com");
  expect(document.activeElement).toBe(screen.getByLabelText("Password"));
});

test("after changing the tab within the two seconds, the address is filled in and the tab does not change again", async () => {
  await register();
  act(() => vi.advanceTimersByTime(1_000));
  fireEvent.mouseDown(screen.getByRole("tab", { name: "Login" }));
  expect(screen.getByLabelText("Email")).toHaveProperty("value", "a@example.com");
  fireEvent.mouseDown(screen.getByRole("tab", { name: "Register" }));
  act(() => vi.advanceTimersByTime(2_000));
  expect(screen.getByRole("tab", { name: "Register", selected: true })).toBeTruthy();
});

test("an email address that the server refuses gets the focus", async () => {
  const details = [{ path: "email", message: "Not an address." }];
  await register(
    Response.json({ error: "Invalid request.", code: "invalid_request", details }, { status: 400 }),
  );
  expect(screen.getByRole("alert").textContent).toBe("Invalid request. Not an address.");
  expect(document.activeElement).toBe(screen.getByLabelText("Email"));
});

test("a successful login shows a message while the dashboard loads, and leads to it", async () => {
  let loaded = () => {};
  const profile = new Promise<Response>((resolve) => {
    loaded = () => resolve(new Response(null, { status: 500 }));
  });
  vi.stubGlobal("fetch", async (url: string) =>
    url.endsWith("/auth/login") ? Response.json({ token: "t", expires_at: "2030-01-01T00:00:00Z" }) : profile,
  );
  vi.spyOn(console, "error").mockImplementation(() => {});
  await user.type(screen.getByLabelText("Email"), "a@example.com");
  await user.type(screen.getByLabelText("Password"), "secret{Enter}");
  expect(await screen.findByText("Login successful! Loading dashboard...")).toBeTruthy();
  loaded();
  await waitFor(() => expect(window.location.pathname).toBe("/dashboard"));
});
