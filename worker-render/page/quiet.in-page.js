/**
 * Prepares a document that was loaded without scripts for ours: keeps what stands in noscript, and takes away what could still
 * run a script of the page, which are handlers in attributes and frames that are not loaded yet. May not wait, because scripts
 * are still disabled.
 * @returns {true}
 */
export default function quiet() {
  const silence = (tree) => {
    for (const element of tree.querySelectorAll("*")) {
      for (const name of element.getAttributeNames()) {
        if (name.startsWith("on")) element.removeAttribute(name);
      }
      // With scripts enabled, its content is hidden.
      if (element.localName === "noscript") element.replaceWith(...element.childNodes);
      if (element.localName !== "iframe") continue;
      element.setAttribute("sandbox", "allow-same-origin");
      if (element.contentDocument) silence(element.contentDocument);
    }
  };
  silence(document);
  return true;
}
