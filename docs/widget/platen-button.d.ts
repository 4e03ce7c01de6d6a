/** Types of `<platen-button>`: the element, its attributes, its events. Copy this file into your project. */

export interface PlatenButtonAttributes {
  // attributes
  "public-key": string;
  "url-source"?: "current" | "custom";
  "custom-url"?: string;
  "output-type"?: "pdf" | "screenshot";
  platform?: "" | "wix";
  "form-factor"?: "desktop" | "mobile";
  "pdf-format"?: "A4" | "Letter" | "Legal" | "A3" | "A5";
  "pdf-margin-top"?: string;
  "pdf-margin-right"?: string;
  "pdf-margin-bottom"?: string;
  "pdf-margin-left"?: string;
  "screenshot-type"?: "png" | "jpeg" | "webp";
  "screenshot-quality"?: number | string;
  "screenshot-full-page"?: boolean | "true" | "false";
  "button-text"?: string;
  // /attributes
}

export interface PlatenButtonEvents {
  /** The visitor clicked; no request is sent yet. `preventDefault()` cancels the conversion. */
  "platen-start": CustomEvent<{ url: string }>;
  "platen-progress": CustomEvent<{ jobId: string; percent: number }>;
  /** The file is ready. `preventDefault()` does not save it. `blob` is null if only `url` is available. */
  "platen-done": CustomEvent<{ jobId: string; filename: string; url: string; blob: Blob | null }>;
  /**
   * The conversion failed. `preventDefault()` hides the message. `message` is the text for the visitor, in the page's language.
   * `code` is an error code of the API, `offline`, `canceled`, `page_unknown` or `cannot_save`.
   */
  "platen-error": CustomEvent<{ code: string; message: string }>;
}

/** Properties mirror the attributes. Setting a property to null removes its attribute. */
export interface PlatenButtonElement extends HTMLElement {
  // properties
  publicKey: string;
  urlSource: "current" | "custom";
  customUrl: string;
  outputType: "pdf" | "screenshot";
  platform: "" | "wix";
  formFactor: "desktop" | "mobile";
  pdfFormat: "A4" | "Letter" | "Legal" | "A3" | "A5";
  pdfMarginTop: string;
  pdfMarginRight: string;
  pdfMarginBottom: string;
  pdfMarginLeft: string;
  screenshotType: "png" | "jpeg" | "webp";
  screenshotQuality: number;
  screenshotFullPage: boolean;
  buttonText: string;
  // /properties

  addEventListener<Name extends keyof PlatenButtonEvents>(
    type: Name,
    listener: (this: PlatenButtonElement, event: PlatenButtonEvents[Name]) => void,
    options?: boolean | AddEventListenerOptions,
  ): void;
  addEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | AddEventListenerOptions,
  ): void;
  removeEventListener<Name extends keyof PlatenButtonEvents>(
    type: Name,
    listener: (this: PlatenButtonElement, event: PlatenButtonEvents[Name]) => void,
    options?: boolean | EventListenerOptions,
  ): void;
  removeEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | EventListenerOptions,
  ): void;
}

declare global {
  interface HTMLElementTagNameMap {
    "platen-button": PlatenButtonElement;
  }
}
