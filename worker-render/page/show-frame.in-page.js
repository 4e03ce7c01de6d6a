/**
 * Runs in a frame: brings it into view until it has been drawn, with what that makes it load.
 * @param {() => Promise<boolean>} drawn
 */
export default function showFrame(drawn) {
  if (innerWidth < 2 || innerHeight < 2) return false;
  document.documentElement?.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
  return drawn();
}
