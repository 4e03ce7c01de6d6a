/** Path and query of a link to a result. The page may be open on another host name of the service than the link. */
export function ownPath(link: string): string {
  const url = URL.parse(link);
  return url ? url.pathname + url.search : link;
}
