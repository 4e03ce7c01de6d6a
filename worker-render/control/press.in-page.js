/**
 * Clicks the first visible element, also if another element covers it.
 * @param {string} selector
 * @param {(selector: string) => Element[]} find
 */
export default async function press(selector, find) {
  const native = /** @type {any} */ (window).__platen?.native ?? {
    setTimeout: window.setTimeout.bind(window),
  };
  const isVisible = (element) => element.checkVisibility({ visibilityProperty: true });
  const element = /** @type {HTMLElement | undefined} */ (find(selector).find(isVisible));
  if (!element) return;
  const { left, top, width, height } = element.getBoundingClientRect();
  const at = {
    bubbles: true,
    cancelable: true,
    composed: true,
    view: window,
    clientX: left + width / 2,
    clientY: top + height / 2,
  };
  const pointer = { ...at, pointerId: 1, pointerType: "mouse", isPrimary: true };
  element.dispatchEvent(new PointerEvent("pointerdown", { ...pointer, buttons: 1 }));
  element.dispatchEvent(new MouseEvent("mousedown", { ...at, buttons: 1, detail: 1 }));
  element.focus?.({ preventScroll: true });
  element.dispatchEvent(new PointerEvent("pointerup", pointer));
  element.dispatchEvent(new MouseEvent("mouseup", { ...at, detail: 1 }));
  if (element.click) element.click();
  else element.dispatchEvent(new MouseEvent("click", { ...at, detail: 1 }));
  // A form is submitted in a task of its own.
  for (let task = 0; task < 2; task += 1) await new Promise((resolve) => native.setTimeout(resolve, 0));
}
