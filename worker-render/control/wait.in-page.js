/**
 * Waits until all conditions hold at the same time.
 * @param {{ selector?: string, hidden?: string, function?: string, ms: number }} want `selector`: an element is visible.
 *   `hidden`: no element is visible. `function`: its value is true.
 * @param {(selector: string) => Element[]} find
 * @returns the condition that did not hold at the end, and the last error of the function
 */
export default async function wait(want, find) {
  const MAX_ERROR_CHARS = 200;
  const STEP_MS = 50;
  const native = /** @type {any} */ (window).__platen?.native ?? {
    setTimeout: window.setTimeout.bind(window),
    now: performance.now.bind(performance),
  };
  const endsAt = native.now() + want.ms;
  const sleep = (ms) => new Promise((resolve) => native.setTimeout(resolve, ms));
  let error = "";
  const note = (cause) => {
    error = `${cause}`.slice(0, MAX_ERROR_CHARS);
  };

  // The text is an expression, which may be a function, or the body of a function.
  function compile(text) {
    const AsyncFunction = /** @type {any} */ ((async () => {}).constructor);
    try {
      const expression = new AsyncFunction(`return (${text}\n)`);
      return async () => {
        const value = await expression();
        return typeof value === "function" ? value() : value;
      };
    } catch {
      return new AsyncFunction(text);
    }
  }

  function visible(element) {
    const { width, height } = element.getBoundingClientRect();
    return width > 0 && height > 0 && element.checkVisibility({ visibilityProperty: true });
  }
  const shows = (selector) => find(selector).some(visible);

  async function holds(test) {
    try {
      const value = await Promise.race([test(), sleep(endsAt - native.now()).then(() => false)]);
      error = "";
      return Boolean(value);
    } catch (cause) {
      note(cause);
      return false;
    }
  }

  let test = null;
  try {
    // At once: the browser allows code from text only until the first wait, if the page's policy forbids it.
    if (want.function !== undefined) test = compile(want.function);
  } catch (cause) {
    note(cause);
    return { unmet: "function", error };
  }
  for (;;) {
    /** @type {string | null} */
    let unmet = null;
    if (want.selector !== undefined && !shows(want.selector)) unmet = "selector";
    else if (want.hidden !== undefined && shows(want.hidden)) unmet = "hidden";
    else if (test && !(await holds(test))) unmet = "function";
    if (unmet === null || native.now() >= endsAt) return { unmet, error };
    await sleep(STEP_MS);
  }
}
