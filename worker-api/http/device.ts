/** The device of a request, for the account's activity. */
import type { Context } from "hono";
import { z } from "zod";
import type { Device } from "#store/activity/activity.ts";
import type { AppEnv } from "./app-env.ts";

/** Cloudflare's `XX` (unknown) and `T1` (Tor) are not countries. */
const Origin = z.object({
  country: z
    .string()
    .regex(/^[A-Z]{2}$/)
    .refine((code) => code !== "XX"),
});

export function deviceOf(c: Context<AppEnv>): Device {
  const origin = Origin.safeParse(c.req.raw.cf);
  return { userAgent: c.req.header("user-agent") ?? "", country: origin.data?.country ?? null };
}
