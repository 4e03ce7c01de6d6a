/** `/demo`: conversions on the landing page, without an account. */
import { z } from "zod";
import { TurnstileToken } from "../account/sign-in.ts";
import { orDefault } from "../or-default.ts";
import { INPUT_FIELDS } from "./input.ts";
import { BUTTON_OUTPUT_TYPES } from "./values.ts";

export const DemoRequest = z
  .strictObject({
    url: INPUT_FIELDS.url.unwrap(),
    outputType: orDefault(z.enum(BUTTON_OUTPUT_TYPES), "pdf").meta({
      description: "What the page becomes. Default: pdf.",
    }),
    turnstile_token: TurnstileToken,
  })
  .meta({ id: "DemoRequest" });

/** Public key of the site's own demo; null when no demo is set up. */
export const Demo = z
  .object({
    public_key: z
      .string()
      .nullable()
      .meta({ description: "Public key of the site's own demo; null if no demo is set up" }),
  })
  .meta({ id: "Demo" });
