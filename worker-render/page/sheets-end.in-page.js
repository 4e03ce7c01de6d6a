/**
 * Finds how far down images can begin that are in the result, in CSS px from the top of the page. Infinity if content may stand
 * higher on paper than in the window: then any image may be on a sheet.
 * @param {number | null} imagesPx for content that stands no higher; null: all images are in the result
 * @param {() => { any: boolean, unread: boolean, shifts: boolean }} [paperRules] for paper only
 */
export default function sheetsEnd(imagesPx, paperRules) {
  if (imagesPx === null) return Infinity;
  if (!paperRules) return imagesPx;
  const lazy = [...document.querySelectorAll("[loading=lazy]")];
  if (!lazy.some((element) => element.getBoundingClientRect().top + scrollY > imagesPx)) return imagesPx;
  // Scripts that change the page for printing.
  const notes = /** @type {any} */ (window).__platen;
  if (notes?.knowsPaper || window.onbeforeprint) return Infinity;
  const { any, unread, shifts } = paperRules();
  if (any || unread || shifts) return Infinity;

  // Columns continue on the next sheet, what is not drawn yet has an estimated height, and transforms move what sheets show.
  function moves(tree) {
    for (const element of tree.querySelectorAll("*")) {
      const { columnCount, columnWidth, contentVisibility, transform, scale, translate, rotate } =
        getComputedStyle(element);
      if (columnCount !== "auto" || columnWidth !== "auto" || contentVisibility === "auto") return true;
      const isMoved = [transform, scale, translate, rotate].some((value) => value !== "none");
      if (isMoved && element.querySelector("[loading=lazy]")) return true;
      if (element.shadowRoot && moves(element.shadowRoot)) return true;
    }
    return false;
  }
  return moves(document) ? Infinity : imagesPx;
}
