/** A mail as HTML and as text. It loads nothing from the network. */
import { html } from "hono/html";
import type { Letter } from "./templates.ts";

const BUTTON =
  "display:inline-block;padding:12px 20px;background:#1c1b19;color:#ffffff;text-decoration:none;font-weight:600";
const SMALL = "font-size:13px;line-height:20px;color:#66625c";

export function toText({ paragraphs, button, note }: Letter): string {
  const action = button ? [`${button.label}:\n${button.link}`] : [];
  return `${[...paragraphs, ...action, ...(note ? [note] : []), "Platen"].join("\n\n")}\n`;
}

export async function toHtml({ subject, paragraphs, button, note }: Letter): Promise<string> {
  const action = button
    ? html`<p style="margin:24px 0"><a href="${button.link}" style="${BUTTON}">${button.label}</a></p>
<p style="${SMALL}">Or copy this link into your browser:<br><span style="word-break:break-all">${button.link}</span></p>`
    : "";
  const page = await html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${subject}</title></head>
<body style="margin:0;padding:24px;background:#f6f4f0;color:#1c1b19;font:16px/24px system-ui,sans-serif">
<div style="max-width:520px;margin:0 auto;padding:32px;background:#ffffff">
<h1 style="margin:0 0 16px;font-size:20px;line-height:28px">${subject}</h1>
${paragraphs.map((text) => html`<p style="margin:0 0 12px">${text}</p>`)}
${action}
${note ? html`<p style="${SMALL}">${note}</p>` : ""}
<p style="${SMALL}">Platen</p>
</div>
</body>
</html>`;
  return String(page);
}
