/** Messages in the console, for the developer of the site. Visitors do not see them. */
import { WIDGET_TAG } from "#contract/widget/embed.ts";

const warned = new Set<string>();

/** Logs each text once per page, because attributes are read again on every click. */
export function warnOnce(text: string): void {
  if (warned.has(text)) return;
  warned.add(text);
  console.warn(`<${WIDGET_TAG}> ${text}`);
}

export function report(text: string): void {
  console.error(`<${WIDGET_TAG}> ${text}`);
}
