/**
 * The frames around the button. Site builders put pasted code into a frame, often of another origin and with a sandbox
 * that blocks downloads.
 */
import type { ButtonOutputType } from "#contract/job/values.ts";
import { Failure } from "./failure.ts";

/** This window and those around it, up to the first one of another origin, which scripts cannot read. */
function readableWindows(): Window[] {
  const windows: Window[] = [window];
  try {
    for (let inner: Window = window; inner.parent !== inner; inner = inner.parent) {
      if (inner.parent.document) windows.push(inner.parent);
    }
  } catch {
    // The parent has another origin.
  }
  return windows;
}

/** `URL.parse` is missing in Safari 17. */
function parse(address: string): URL | null {
  return URL.canParse(address) ? new URL(address) : null;
}

function outermost(): Window {
  return readableWindows().at(-1) ?? window;
}

/** Whether a page of another origin shows the button in a frame. It hides its address and the frame's sandbox. */
export function isInForeignFrame(): boolean {
  const outer = outermost();
  return outer.parent !== outer;
}

/**
 * Address of the page that the visitor is on, or null if it is unknown. In a foreign frame it is the referrer's, which
 * is cut to the origin unless the page or its frame has another referrer policy. Firefox and Safari cut it in any case.
 */
export function pageAddress(): string | null {
  if (isInForeignFrame()) {
    const referrer = parse(outermost().document.referrer);
    return referrer && referrer.href !== `${referrer.origin}/` ? referrer.href : null;
  }
  // A `srcdoc` frame has no address, so the base address of its parent is used.
  const own = parse(location.protocol === "about:" ? document.baseURI : location.href);
  return own?.protocol.startsWith("http") ? own.href : null;
}

/** False if the sandbox of a readable frame leaves the token out. */
function sandboxAllows(token: string): boolean {
  return readableWindows().every(({ frameElement }) => {
    const sandbox = frameElement?.getAttribute("sandbox");
    return sandbox == null || sandbox.toLowerCase().split(/\s+/).includes(token);
  });
}

/** Whether downloads arrive for certain: the sandbox of a foreign frame is unknown. */
export function savesDownloads(): boolean {
  return !isInForeignFrame() && sandboxAllows("allow-downloads");
}

/**
 * Throws `cannot_save` if no file can reach the visitor: neither as a download, nor in a new tab. A tab that inherits
 * the sandbox cannot show a PDF.
 */
export function requireWayOut(outputType: ButtonOutputType): void {
  if (sandboxAllows("allow-downloads")) return;
  const isShown = outputType === "screenshot" || sandboxAllows("allow-popups-to-escape-sandbox");
  if (isShown && sandboxAllows("allow-popups")) return;
  throw new Failure(
    "cannot_save",
    "The sandbox of the frame blocks downloads. Add allow-downloads to its sandbox attribute.",
  );
}
