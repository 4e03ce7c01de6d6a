/** Runs in a frame: brings it into view and lets it draw, with what that makes it load. */
export default function showFrame() {
  const { setTimeout, frame } = /** @type {any} */ (window).__platen?.native ?? {
    setTimeout: window.setTimeout.bind(window),
    frame: window.requestAnimationFrame.bind(window),
  };
  if (innerWidth < 2 || innerHeight < 2) return false;
  document.documentElement?.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
  // The observers of a frame are called after its drawing; what they draw is there with the next.
  return new Promise((resolve) => {
    frame(() => frame(() => setTimeout(() => resolve(true), 0)));
  });
}
