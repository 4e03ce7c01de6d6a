/** A link to one of our files, without its origin: the page may be open under another name of the same service. */
export function ownPath(link: string): string {
  const url = URL.parse(link);
  return url ? url.pathname + url.search : link;
}
