/**
 * Lets scripts adapt to the width of the window again.
 * @param {() => Promise<unknown>} drawn resolves after a frame
 * @param {() => Promise<unknown>} redrawn
 */
export default async function adapt(drawn, redrawn) {
  dispatchEvent(new Event("resize"));
  await drawn();
  await redrawn();
  return true;
}
