/**
 * Runs in a frame: scrolls it into view and waits until it is drawn, so that it loads the rest of its content.
 * @param {() => Promise<boolean>} drawn resolves when the document has been drawn
 */
export default function showFrame(drawn) {
  if (innerWidth < 2 || innerHeight < 2) return false;
  document.documentElement?.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
  return drawn();
}
