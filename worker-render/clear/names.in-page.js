/** The page's address and the names in it, by which the lists find their rules. Each kind is limited. */
export default function names() {
  const MAX_NAMES = 5000;
  const MAX_CHARS = 500;
  const classes = new Set();
  const ids = new Set();
  const hrefs = new Set();
  const add = (set, name) => {
    if (name && name.length <= MAX_CHARS && set.size < MAX_NAMES) set.add(name);
  };
  for (const element of document.querySelectorAll("[class], [id], a[href]")) {
    for (const name of element.classList) add(classes, name);
    add(ids, element.id);
    if (element instanceof HTMLAnchorElement) add(hrefs, element.getAttribute("href"));
  }
  return { url: location.href, classes: [...classes], ids: [...ids], hrefs: [...hrefs] };
}
