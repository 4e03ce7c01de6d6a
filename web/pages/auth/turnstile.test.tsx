import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Auth } from "./auth.tsx";

interface Rendered {
  sitekey: string;
  action: string;
  callback: (token: string) => void;
  "error-callback": () => void;
}

const SITE_KEY = "1x00000000000000000000AA";
const SENT = "Magic link sent! Check your email to login.";

let user: ReturnType<typeof userEvent.setup>;
let scripts: HTMLScriptElement[];
let widgets: Rendered[];
let bodies: unknown[];

beforeEach(() => {
  user = userEvent.setup();
  scripts = [];
  widgets = [];
  bodies = [];
  vi.stubEnv("VITE_TURNSTILE_SITE_KEY", SITE_KEY);
  vi.stubGlobal("turnstile", {
    render: (_element: HTMLElement, options: Rendered) => String(widgets.push(options)),
    reset: () => {},
    remove: () => {},
  });
  // The script is Cloudflare's, so it only seems to load.
  vi.spyOn(document.head, "append").mockImplementation((node) => {
    if (!(node instanceof HTMLScriptElement)) return;
    scripts.push(node);
    queueMicrotask(() => node.dispatchEvent(new Event("load")));
  });
  vi.stubGlobal("fetch", async (_url: string, { body }: RequestInit = {}) => {
    bodies.push(JSON.parse(String(body)));
    return Response.json({ message: SENT });
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

async function open(): Promise<void> {
  render(<Auth />);
  await user.type(screen.getByLabelText("Email"), "a@example.com");
}

function askForLink(): Promise<void> {
  return user.click(screen.getByRole("button", { name: "Send Magic Link" }));
}

async function widget(): Promise<Rendered> {
  return waitFor(() => {
    const last = widgets.at(-1);
    if (!last) throw new Error("no widget");
    return last;
  });
}

test("with a site key, a magic link is requested with the token, and each token is used once", async () => {
  await open();
  const { sitekey, action, callback } = await widget();
  expect({ sitekey, action }).toEqual({ sitekey: SITE_KEY, action: "magic-link" });
  act(() => callback("token-1"));
  await askForLink();
  expect(await screen.findByText(SENT)).toBeTruthy();
  expect(bodies).toEqual([{ email: "a@example.com", turnstile_token: "token-1" }]);

  await askForLink();
  expect((await screen.findByRole("alert")).textContent).toContain("Please complete the check");
  act(() => callback("token-2"));
  await askForLink();
  await waitFor(() => expect(bodies).toHaveLength(2));
  expect(bodies[1]).toEqual({ email: "a@example.com", turnstile_token: "token-2" });
});

test("each form has a check of its own", async () => {
  await open();
  await user.click(screen.getByRole("tab", { name: "Register" }));
  await waitFor(() => expect(widgets.at(-1)?.action).toBe("register"));
  await user.click(screen.getByRole("tab", { name: "Login" }));
  await user.click(screen.getByRole("button", { name: "Forgot password?" }));
  await waitFor(() => expect(widgets.at(-1)?.action).toBe("reset"));
});

test("a check that does not work says what to do, and sends nothing", async () => {
  await open();
  const { "error-callback": fail } = await widget();
  act(() => fail());
  await askForLink();
  expect((await screen.findByRole("alert")).textContent).toContain("Turn off content blockers");
  expect(bodies).toEqual([]);
});

test("without a site key no script is loaded and no token is sent", async () => {
  vi.stubEnv("VITE_TURNSTILE_SITE_KEY", "");
  await open();
  await askForLink();
  expect(await screen.findByText(SENT)).toBeTruthy();
  expect(bodies).toEqual([{ email: "a@example.com" }]);
  expect(scripts).toEqual([]);
  expect(widgets).toEqual([]);
});
