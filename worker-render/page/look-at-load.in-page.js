/**
 * Runs before the page's own scripts. When the document has loaded without scripts and frames, so that nothing in it needs a
 * wait that only the Worker can judge, it looks at itself and sends the look to the Worker: first an empty text, then JSON.
 * @param {string} binding name of the function that sends a text. It is taken away, because a page's text may have any size.
 * @param {number} maxChars longer texts are left out
 * @param {() => Promise<string | undefined>} look
 */
export default function lookAtLoad(binding, maxChars, look) {
  const { [binding]: send } = /** @type {any} */ (window);
  delete window[binding];
  if (window !== window.top) return;
  const notes = /** @type {any} */ (window).__platen;
  const { native } = notes;
  const begin = async () => {
    const json = await look();
    send(typeof json === "string" && json.length <= maxChars ? json : "null");
  };
  addEventListener("load", ({ isTrusted }) => {
    if (!isTrusted || notes.scripted || window.length > 0) return;
    send("");
    // The load event has other listeners.
    native.setTimeout(begin, 0);
  });
}
