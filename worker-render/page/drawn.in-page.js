/** Resolves when the document has been drawn and its observers have run. */
export default function drawn() {
  const { setTimeout, frame } = /** @type {any} */ (window).__platen?.native ?? {
    setTimeout: window.setTimeout.bind(window),
    frame: window.requestAnimationFrame.bind(window),
  };
  return new Promise((resolve) => {
    frame(() => frame(() => setTimeout(() => resolve(true), 0)));
  });
}
