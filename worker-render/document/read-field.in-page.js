/**
 * Reads what a field of a form holds, as a visitor reads it.
 * @param {Element} field
 * @returns {string | boolean | null} whether a box is checked; null for an empty field, and for one outside of forms, such as a search
 *   or a switch of the page
 */
export default function readField(field) {
  const CHECKED = /^(?:checkbox|radio)$/;
  const TYPED = /^(?:text|textarea|email|tel|url|number|date|time|month|week|datetime-local)$/;
  const NO_VALUES =
    "nav, [role=navigation], [role=search], [aria-hidden=true], :is(header, footer):not(:is(article, form, main) *)";
  if (field.closest(NO_VALUES)) return null;
  const { labels, form, type } = /** @type {HTMLInputElement} */ (field);
  const isLabeled = [...(labels ?? [])].some((label) => label.textContent?.trim());
  // Its label says what is chosen, and a drawing can stand for the box.
  if (CHECKED.test(type)) return form && isLabeled ? /** @type {HTMLInputElement} */ (field).checked : null;
  const isSeen =
    field instanceof HTMLElement &&
    field.offsetWidth > 1 &&
    field.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  if (!isSeen) return null;
  if (field instanceof HTMLSelectElement) {
    const options = [...field.selectedOptions].map((option) => option.label).join(", ");
    return form || isLabeled ? options || null : null;
  }
  return TYPED.test(type) ? /** @type {HTMLInputElement} */ (field).value.trim() || null : null;
}
