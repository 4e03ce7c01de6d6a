/**
 * Responds to autoconsent's messages in the page. Its script runs right after this function, and sends to and receives from two
 * functions of the window. https://github.com/duckduckgo/autoconsent/blob/main/docs/api.md
 * @param {{ config: object, rules: object, popupMs: number, ms: number }} want `popupMs`: longest wait for a banner
 * @returns {Promise<boolean>} whether a consent manager was found; resolves when it is done with, or after `ms`
 */
export default function consent(want) {
  const page = /** @type {any} */ (window);
  const { setTimeout } = page.__platen?.native ?? page;
  // Time in which a refused banner disappears.
  const FADE_MS = 300;
  let found = false;
  let shown = false;
  return new Promise((resolve) => {
    const end = () => resolve(found);
    setTimeout(end, want.ms);
    page.autoconsentSendMessage = async ({ type, state }) => {
      if (type === "init")
        setTimeout(
          () => page.autoconsentReceiveMessage({ type: "initResp", config: want.config, rules: want.rules }),
          0,
        );
      if (type === "cmpDetected") {
        found = true;
        setTimeout(() => shown || end(), want.popupMs);
      }
      if (type === "popupFound") shown = true;
      if (type === "optOutResult") setTimeout(end, FADE_MS);
      if (type === "report" && state.lifecycle === "nothingDetected") end();
    };
  });
}
