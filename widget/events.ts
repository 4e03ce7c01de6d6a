/** Events of the element, see `docs/widget.md`. They bubble and cross shadow roots. */

export interface PlatenEvents {
  /** The visitor clicked; no request is sent yet. `preventDefault()` cancels the conversion. */
  "platen-start": CustomEvent<{ url: string }>;
  /** `percent` is 0 to 100. Cannot be canceled. */
  "platen-progress": CustomEvent<{ jobId: string; percent: number }>;
  /** The file is ready. `preventDefault()` does not save it. `blob` is null if only `url` is available. */
  "platen-done": CustomEvent<{ jobId: string; filename: string; url: string; blob: Blob | null }>;
  /** The conversion failed. `preventDefault()` hides the message. `message` is the text for the visitor. */
  "platen-error": CustomEvent<{ code: string; message: string }>;
}

/** Dispatches the event; false if a listener has canceled it. */
export function dispatch<Name extends keyof PlatenEvents>(
  element: Element,
  name: Name,
  detail: PlatenEvents[Name]["detail"],
): boolean {
  return element.dispatchEvent(
    new CustomEvent(name, { detail, bubbles: true, composed: true, cancelable: name !== "platen-progress" }),
  );
}
