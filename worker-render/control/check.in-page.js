/**
 * Finds the first selector that is not valid.
 * @param {string[]} selectors
 * @returns {number} its index, or -1
 */
export default function check(selectors) {
  const empty = document.createDocumentFragment();
  return selectors.findIndex((selector) => {
    try {
      empty.querySelector(selector);
      return false;
    } catch {
      return true;
    }
  });
}
