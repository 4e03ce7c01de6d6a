/**
 * Gives elements for which Chromium has no tag a role for which it has one: descriptions become lists (`pdf/structure.ts` makes
 * labels of the terms), and text in another language becomes emphasis, which stands for a span.
 * @param {number} max elements of each kind
 */
export default function markRoles(max) {
  const list = "dl:not([role])";
  const inList = `${list}>:is(dt,dd):not([role]),${list}>div>:is(dt,dd):not([role])`;
  const inline =
    ":is(span,i,b,s,u,q,abbr,bdi,bdo,cite,data,del,dfn,ins,kbd,mark,samp,small,sub,sup,time,var)[lang]:not([role])";
  const all = (selector) => [...document.querySelectorAll(selector)].slice(0, max);
  const languageOf = (element) => element?.closest("[lang]")?.lang.toLowerCase();
  for (const element of all(inList))
    element.setAttribute("role", element.localName === "dt" ? "code" : "listitem");
  for (const element of all(list)) element.setAttribute("role", "list");
  for (const element of all(inline)) {
    if (languageOf(element) !== languageOf(element.parentElement)) element.setAttribute("role", "emphasis");
  }
}
