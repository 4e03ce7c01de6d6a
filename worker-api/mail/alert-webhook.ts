/** Sends an alert of the outbox to the operator's webhook as JSON. Slack and others that know its format show `text`. */
import type { MailContent } from "./content.ts";
import { write } from "./templates.ts";

/** In place of an address, the recipient of an alert for the webhook. */
export const ALERT_WEBHOOK = "alert-webhook";

const TIMEOUT_MS = 10_000;

async function request(url: string, body: unknown): Promise<Response> {
  try {
    return await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
      redirect: "manual",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
  } catch (error) {
    // The text of the error can contain the address, which is a password.
    const name = error instanceof Error ? error.name : "error";
    throw new Error(`The alert webhook did not respond (${name}).`);
  }
}

/** Rejects when the webhook does not take the alert. The outbox tries again. */
export async function postAlert(url: string | undefined, content: MailContent): Promise<void> {
  if (!url) throw new Error("ALERT_WEBHOOK_URL is not set.");
  const { subject, paragraphs } = write(content);
  const { template: _, ...fields } = content;
  const response = await request(url, { text: [subject, ...paragraphs].join("\n"), ...fields });
  await response.body?.cancel();
  if (!response.ok) throw new Error(`The alert webhook returned ${response.status}.`);
}
