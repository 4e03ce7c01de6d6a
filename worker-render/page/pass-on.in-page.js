/**
 * Runs in our own world, whose functions no page can replace. Passes texts of the page's world on to the Worker.
 * @param {string} channel type of the page's event
 * @param {string} binding name of the function that sends a message
 * @param {number} maxChars longer texts are left out
 */
export default function passOn(channel, binding, maxChars) {
  if (window !== window.top) return;
  const send = /** @type {any} */ (window)[binding];
  document.addEventListener(channel, (event) => {
    const { detail } = /** @type {CustomEvent} */ (event);
    send(typeof detail === "string" && detail.length <= maxChars ? detail : "null");
  });
}
