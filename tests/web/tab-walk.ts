/** Walks through a screen with Tab, as a person without a mouse does. */
import type { Page } from "puppeteer-core";
import { twoFrames } from "./visitor.ts";

/** No screen has as many controls: a walk this long goes in a circle. */
const MAX_STOPS = 250;
/** Content that loads may move the focus for a moment. What is wrong for longer is a fault. */
const MOMENT_MS = 2_000;

/** The stop at the focus, with what a person could not see there; null once the walk has left the page. */
function look(page: Page): Promise<{ name: string; fault: string | null } | null> {
  return page.evaluate(() => {
    const { activeElement } = document;
    if (!activeElement || activeElement === document.body) return null;
    const element = activeElement.shadowRoot?.activeElement ?? activeElement;
    const { top, bottom, left, right } = element.getBoundingClientRect();
    const text = element.getAttribute("aria-label") ?? element.textContent ?? "";
    const name = `${element.tagName} “${text.trim().slice(0, 40)}” at ${Math.round(left)}, ${Math.round(top + scrollY)}`;

    if (bottom <= 0 || top >= innerHeight || right <= 0 || left >= innerWidth)
      return { name, fault: "is outside of the window" };
    // A hidden radio button or checkbox shows the focus at its label, or at what is drawn after it.
    const drawn = [element, element.parentElement, element.nextElementSibling].filter((one) => one !== null);
    const hasOutline = (one: Element) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(one);
      return outlineStyle !== "none" && Number.parseFloat(outlineWidth) > 0;
    };
    // The last stop of a date field is its calendar button, whose outline only the browser sees.
    const isDate = element instanceof HTMLInputElement && element.type === "date";
    if (!isDate && !drawn.some(hasOutline)) return { name, fault: "does not show the focus" };
    const isWhole = top >= 0 && bottom <= innerHeight && bottom - top > 2;
    const over = isWhole && document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    if (over && !over.shadowRoot && !drawn.some((one) => one.contains(over) || over.contains(one)))
      return { name, fault: `is covered by ${over.tagName}.${over.className}` };
    return { name, fault: null };
  });
}

async function lookForAMoment(page: Page): ReturnType<typeof look> {
  const endsAt = Date.now() + MOMENT_MS;
  for (;;) {
    const stop = await look(page);
    if (!stop?.fault || Date.now() > endsAt) return stop;
    await twoFrames(page);
  }
}

/** Presses Tab from the top of the page until the focus leaves it. Returns the stops and what is wrong with them. */
export async function tabThrough(page: Page): Promise<{ stops: string[]; faults: string[] }> {
  const stops: string[] = [];
  const faults: string[] = [];
  await page.evaluate(() => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    scrollTo(0, 0);
  });
  while (stops.length < MAX_STOPS) {
    await page.keyboard.press("Tab");
    const stop = await lookForAMoment(page);
    if (stop === null) return { stops, faults };
    stops.push(stop.name);
    if (stop.fault !== null) faults.push(`${stop.name} ${stop.fault}`);
  }
  return { stops, faults: [...faults, "The walk does not end."] };
}
