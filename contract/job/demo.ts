/** `POST /demo/jobs`: a conversion on the landing page, without an account. */
import { z } from "zod";
import { TurnstileToken } from "../account.ts";
import { INPUT_FIELDS } from "./input.ts";
import { BUTTON_OUTPUT_TYPES } from "./values.ts";

export const DemoRequest = z
  .strictObject({
    url: INPUT_FIELDS.url.unwrap(),
    outputType: z.enum(BUTTON_OUTPUT_TYPES).default("pdf").meta({ description: "What the page becomes" }),
    turnstile_token: TurnstileToken,
  })
  .meta({ id: "DemoRequest" });
