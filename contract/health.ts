/** The state of the service and its history: `GET /health` and `GET /health/history`. */
import { z } from "zod";
import { HEALTH_PARTS, type HealthPart } from "./health-parts.ts";
import { LIMITS } from "./limits.ts";

const HealthState = z.enum(["ok", "degraded", "down"]);

export const Health = z
  .object({
    status: HealthState.meta({ description: "The worst state of all parts" }),
    parts: z
      .object({
        database: HealthState.meta({ description: "D1, which has accounts and jobs" }),
        results: HealthState.meta({ description: "R2, which has the files" }),
        renderer: HealthState.meta({
          description:
            "Based on the renderings of the last five minutes. Without any, the service prints an empty page as a test",
        }),
        filterLists: HealthState.meta({
          description:
            "degraded: the newest refresh of a list of `block` has failed, and the one before is in use",
        }),
      } satisfies Record<HealthPart, z.ZodType>)
      .meta({ description: "What the service depends on" }),
    reason: z.string().nullable().meta({ description: "Why the renderer is not ok" }),
  })
  .meta({ id: "Health", description: "The state at this moment" });
export type Health = z.infer<typeof Health>;

const Checks = z.int().nonnegative();

export const HealthHistory = z
  .object({
    now: Health,
    days: z
      .array(
        z.object({
          date: z.iso.date().meta({ description: "UTC day" }),
          part: z.enum(HEALTH_PARTS).meta({ description: "The part that was checked" }),
          ok: Checks.meta({ description: "Checks that found it ok" }),
          degraded: Checks.meta({ description: "Checks that found it degraded" }),
          down: Checks.meta({ description: "Checks that found it down" }),
        }),
      )
      .meta({
        description: `Checks of each part by day, for the last ${LIMITS.healthDays} days, oldest first. A check runs every ${LIMITS.healthCheckMinutes} minutes. A day without checks is left out`,
      }),
  })
  .meta({ id: "HealthHistory" });
export type HealthHistory = z.infer<typeof HealthHistory>;
