/** What the site's developer is told; visitors never see it. */
import { WIDGET_TAG } from "#contract/widget/embed.ts";

const said = new Set<string>();

export function warnOnce(text: string): void {
  if (said.has(text)) return;
  said.add(text);
  console.warn(`<${WIDGET_TAG}> ${text}`);
}

export function report(text: string): void {
  console.error(`<${WIDGET_TAG}> ${text}`);
}
