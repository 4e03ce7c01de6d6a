/** `GET /demo`: the public key of this installation's live demo, when its operator has set one up. */
import type { z } from "zod";
import type { Demo } from "#contract/account.ts";
import { router } from "./http/router.ts";

export const demoRoutes = router();

demoRoutes.get("/", (c) => {
  const answer: z.infer<typeof Demo> = { public_key: c.env.DEMO_PUBLIC_KEY || null };
  return c.json(answer);
});
