/** When an API call fails, the page shows the sentence of the server, or its own fallback (spec §8). */
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactNode } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Subscription } from "#contract/account/billing.ts";
import { Choose } from "../billing/test-choose.tsx";
import { FeedbackBanner } from "../feedback/feedback-banner.tsx";
import { Auth } from "../pages/auth/auth.tsx";
import { TryIt } from "../pages/dashboard/try-it.tsx";
import { JobsSection } from "../pages/docs/jobs-section.tsx";
import { SignedInPlans } from "../pages/plans/signed-in-plans.tsx";
import { ApiKeyCard } from "../pages/settings/api-key-card.tsx";
import { DangerZone } from "../pages/settings/danger-zone.tsx";
import { OverageSettings } from "../pages/settings/overage-settings.tsx";
import { SubscriptionManagement } from "../pages/settings/subscription-management.tsx";
import { KeysCard } from "../pages/widget/keys-card.tsx";
import { PROFILE } from "../test-profile.ts";
import { testPublicKey } from "../test-public-key.ts";

/** A first paid plan opens the payment page. Later ones show their figures before. */
const onFreePlan = { profile: { ...PROFILE, tier: "free" } };

const SUBSCRIPTION: Subscription = {
  status: "active",
  tier: "starter",
  current_period_start: PROFILE.subscription_period_start,
  current_period_end: PROFILE.subscription_period_end,
  cancel_at_period_end: false,
};

const PUBLIC_KEY = testPublicKey();

const API_KEY = { key: "sk_live_0123456789", created_at: PROFILE.created_at, last_used_at: null };

const OLD_KEY = { expires_at: PROFILE.created_at, last_used_at: null };

type Responses = Record<string, () => Response>;

let responses: Responses;
let user: ReturnType<typeof userEvent.setup>;

beforeEach(() => {
  user = userEvent.setup();
  responses = {
    "GET /user/profile": () => Response.json({ profile: PROFILE }),
    "GET /user/api-key": () => Response.json({ api_key: API_KEY, old_key: OLD_KEY }),
    "GET /user/subscription": () => Response.json({ subscription: SUBSCRIPTION }),
    "GET /public-keys": () => Response.json({ public_keys: [PUBLIC_KEY] }),
  };
  vi.stubGlobal("fetch", async (url: string, { method = "GET" }: RequestInit = {}) => {
    const call = `${method} ${url.replace(/^.*\/api\/v1/, "")}`;
    return responses[call]?.() ?? new Response(null, { status: 500 });
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function open(page: ReactNode) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={client}>
      {page}
      <FeedbackBanner />
    </QueryClientProvider>,
  );
}

async function press(name: string) {
  await user.click(await screen.findByRole("button", { name }));
}

async function pressInDialog(name: string) {
  await user.click(within(await screen.findByRole("dialog")).getByRole("button", { name }));
}

async function type(label: string, text: string) {
  await user.type(await screen.findByLabelText(label), text);
}

const stories: [fallback: string, story: () => Promise<void>][] = [
  [
    "Login failed",
    async () => {
      open(<Auth />);
      await type("Email", "a@example.com");
      await type("Password", "secret");
      await press("Login");
    },
  ],
  [
    "Failed to send magic link",
    async () => {
      open(<Auth />);
      await type("Email", "a@example.com");
      await press("Send Magic Link");
    },
  ],
  [
    "Registration failed",
    async () => {
      open(<Auth />);
      await user.click(screen.getByRole("tab", { name: "Register" }));
      await type("Email", "a@example.com");
      await type("Password", "long enough");
      await type("Confirm password", "long enough");
      await press("Create Account");
    },
  ],
  [
    "Failed to initiate checkout",
    async () => {
      responses["GET /user/profile"] = () => Response.json(onFreePlan);
      open(<SignedInPlans />);
      await press("Upgrade to Pro");
    },
  ],
  [
    "Failed to load API key",
    async () => {
      responses["GET /user/api-key"] = () => new Response(null, { status: 500 });
      open(<ApiKeyCard />);
    },
  ],
  [
    "Please verify your email to access your API key",
    async () => {
      responses["GET /user/api-key"] = () => new Response(null, { status: 403 });
      open(<ApiKeyCard />);
    },
  ],
  [
    "Failed to rotate API key",
    async () => {
      open(<ApiKeyCard />);
      await press("Rotate API key");
      await pressInDialog("Rotate key");
    },
  ],
  [
    "Failed to end the old API key",
    async () => {
      open(<ApiKeyCard />);
      await press("End now");
      await pressInDialog("End old key");
    },
  ],
  [
    "Failed to copy API key",
    async () => {
      vi.spyOn(navigator.clipboard, "writeText").mockRejectedValue(new Error("not allowed"));
      open(<ApiKeyCard />);
      await press("Copy API key");
    },
  ],
  [
    "Failed to update settings",
    async () => {
      open(<OverageSettings profile={PROFILE} />);
      await user.click(screen.getByRole("switch", { name: "Overage" }));
      await pressInDialog("Enable overage");
    },
  ],
  [
    "Failed to delete account",
    async () => {
      open(<DangerZone />);
      await type("Type DELETE to confirm", "DELETE");
      await press("Delete account");
    },
  ],
  [
    "Failed to cancel subscription",
    async () => {
      open(<SubscriptionManagement profile={PROFILE} />);
      await press("Cancel subscription");
      await pressInDialog("Cancel subscription");
    },
  ],
  [
    "Failed to load public keys",
    async () => {
      responses["GET /public-keys"] = () => new Response(null, { status: 500 });
      open(<KeysCard selectedId={null} onSelect={() => {}} />);
    },
  ],
  [
    "Failed to create public key",
    async () => {
      open(<KeysCard selectedId={null} onSelect={() => {}} />);
      await press("Create Key");
      await type("Key name", "Blog");
      await type("Domain 1", "example.org");
      await press("Create public key");
    },
  ],
  [
    "Failed to update domains",
    async () => {
      open(<KeysCard selectedId={null} onSelect={() => {}} />);
      await press("Edit domains and limits of Shop");
      await press("Save");
    },
  ],
  [
    "Failed to delete public key",
    async () => {
      open(<KeysCard selectedId={null} onSelect={() => {}} />);
      await press("Delete Shop");
      await pressInDialog("Delete key");
    },
  ],
  [
    "Request failed",
    async () => {
      open(<TryIt />);
      await type("Page address", "example.com");
      await press("Convert");
    },
  ],
  [
    "Request failed",
    async () => {
      responses["POST /jobs"] = () => {
        throw new TypeError("offline");
      };
      vi.spyOn(console, "error").mockImplementation(() => {});
      open(<JobsSection apiKey="sk_live_any" />);
      await press("Create job");
    },
  ],
];

test.for(stories)("%s", async ([fallback, story]) => {
  await story();
  expect(await screen.findByText(fallback)).toBeTruthy();
});

test.for([
  [{ error: "The first sentence.", message: "The second." }, "The first sentence."],
  [{ message: "The second." }, "The second."],
] as const)("the sentence of the server replaces the fallback: %j", async ([body, sentence]) => {
  responses["POST /auth/login"] = () => Response.json(body, { status: 500 });
  open(<Auth />);
  await type("Email", "a@example.com");
  await type("Password", "secret{Enter}");
  expect(await screen.findByText(sentence)).toBeTruthy();
});

test("choosing the current plan or the Free plan shows a message without an API call", async () => {
  open(<SignedInPlans />);
  await press("Current plan");
  expect(await screen.findByText("You are already on this plan.")).toBeTruthy();
  await press("Downgrade to Free");
  expect(
    await screen.findByText("Cannot downgrade to free plan. Please cancel your subscription in Settings."),
  ).toBeTruthy();
});

test("without the profile no plan can be chosen", async () => {
  responses["GET /user/profile"] = () => new Response(null, { status: 500 });
  vi.spyOn(console, "error").mockImplementation(() => {});
  open(<Choose />);
  await press("Choose");
  expect(await screen.findByText("Failed to select plan")).toBeTruthy();
});

test("a checkout response without an address shows an error", async () => {
  responses["GET /user/profile"] = () => Response.json(onFreePlan);
  responses["POST /user/checkout"] = () => Response.json({});
  open(<SignedInPlans />);
  await press("Upgrade to Pro");
  expect(await screen.findByText("Checkout session created but no URL returned")).toBeTruthy();
});

test("if a subscription exists already, it is loaded and Settings is shown", async () => {
  const profile = vi.fn(() => Response.json({ profile: { ...PROFILE, tier: "free" } }));
  responses["GET /user/profile"] = profile;
  responses["POST /user/checkout"] = () =>
    Response.json({ error: "Subscription exists", code: "subscription_exists" }, { status: 409 });
  open(<SignedInPlans />);
  await press("Upgrade to Starter");
  expect(await screen.findByText("Subscription exists")).toBeTruthy();
  await waitFor(() => expect(window.location.pathname).toBe("/settings"));
  expect(profile).toHaveBeenCalledTimes(2);
});

test("the try-it cards need an API key", async () => {
  open(<JobsSection apiKey="" />);
  await press("Get job");
  expect(await screen.findByText("Please provide an API key")).toBeTruthy();
});

test("the code beside the cards hides the API key, but the copied code contains it", async () => {
  const copied = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
  open(<JobsSection apiKey="sk_live_secret" />);
  expect(document.body.textContent).not.toContain("sk_live_secret");
  await user.click(screen.getAllByRole("button", { name: "Copy the request" })[0] ?? document.body);
  expect(copied).toHaveBeenCalledWith(expect.stringContaining("x-api-key: sk_live_secret"));
});

test("deleting the account asks for the password only if the sign-in is too old, and then deletes it", async () => {
  const calls: string[] = [];
  let isFresh = false;
  responses["DELETE /user/account"] = () => {
    calls.push("delete");
    const refused = { code: "reauthentication_required", error: "Please confirm that it is you" };
    return isFresh ? new Response(null, { status: 204 }) : Response.json(refused, { status: 403 });
  };
  responses["POST /auth/confirm-password"] = () => {
    calls.push("confirm");
    isFresh = true;
    return new Response(null, { status: 204 });
  };
  open(<DangerZone />);
  await type("Type DELETE to confirm", "DELETE");
  expect(screen.queryByRole("dialog")).toBeNull();
  await press("Delete account");
  await pressInDialog("Delete account");
  expect((await screen.findByRole("alert")).textContent).toBe("Please enter your password");
  await type("Your password", "correct horse");
  await pressInDialog("Delete account");
  await waitFor(() => expect(calls).toEqual(["delete", "confirm", "delete"]));
  await waitFor(() => expect(window.location.pathname).toBe("/auth/deleted"));
});

test("an account without a password is offered a magic link before it is deleted", async () => {
  responses["GET /user/profile"] = () => Response.json({ profile: { ...PROFILE, has_password: false } });
  responses["DELETE /user/account"] = () =>
    Response.json({ code: "reauthentication_required", error: "Please confirm" }, { status: 403 });
  const message = "Magic link sent! Check your email to login.";
  responses["POST /auth/magic-link"] = () => Response.json({ message });
  open(<DangerZone />);
  await type("Type DELETE to confirm", "DELETE");
  await press("Delete account");
  await pressInDialog("Send Magic Link");
  expect(await screen.findByText(message)).toBeTruthy();
});
