/** What the element tells its page. All bubble and cross shadow roots; `docs/widget.md` documents them. */

export interface PlatenEvents {
  /** A click, before any request. Canceled: nothing happens. */
  "platen-start": CustomEvent<{ url: string }>;
  "platen-progress": CustomEvent<{ jobId: string; percent: number }>;
  /** The file is there. Canceled: it is not saved; `blob` is null where only `url` can be had. */
  "platen-done": CustomEvent<{ jobId: string; filename: string; url: string; blob: Blob | null }>;
  /** Canceled: the visitor is shown nothing. `message` is the sentence meant for the visitor. */
  "platen-error": CustomEvent<{ code: string; message: string }>;
}

/** False when a listener canceled it. */
export function dispatch<Name extends keyof PlatenEvents>(
  element: Element,
  name: Name,
  detail: PlatenEvents[Name]["detail"],
): boolean {
  return element.dispatchEvent(
    new CustomEvent(name, { detail, bubbles: true, composed: true, cancelable: name !== "platen-progress" }),
  );
}
