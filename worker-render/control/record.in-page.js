/** Notes the first error of the document: in its console, uncaught, or of a rejected promise. Runs before the page's scripts. */
export default function record() {
  if (window !== window.top) return;
  const MAX_ERROR_CHARS = 200;
  const notes = /** @type {any} */ (window).__platen;
  const note = (...values) => {
    if (notes.error !== undefined) return;
    try {
      notes.error = values
        .map((value) => `${value}`.slice(0, MAX_ERROR_CHARS))
        .join(" ")
        .slice(0, MAX_ERROR_CHARS);
    } catch {
      notes.error = "an error without a message";
    }
  };
  console.error = note;
  // An element whose file does not load has an event of the same name, which is no ErrorEvent.
  addEventListener("error", (event) => event instanceof ErrorEvent && note(event.message), true);
  addEventListener("unhandledrejection", ({ reason }) => note("Uncaught (in promise)", reason), true);
}
