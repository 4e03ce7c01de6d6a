import { expect, test } from "vitest";
import { localStripe } from "./local-stripe.ts";

test("a key that moves real money is not used on a developer's machine", async () => {
  const secrets = {
    SEALING_KEY: "",
    JOB_SEALING_KEY: "",
    SIGNING_KEY: "",
    STRIPE_SECRET_KEY: "sk_live_1",
    STRIPE_WEBHOOK_SECRET: "whsec_1",
    ADMIN_SECRET: "",
    TURNSTILE_SECRET_KEY: "",
  };
  await expect(localStripe("http://localhost:1", secrets)).rejects.toThrow("a test key only");
});
