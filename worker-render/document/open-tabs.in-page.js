/**
 * Opens all parts of tabbed content and of accordions whose parts are in the page, of which it shows one or none.
 * @returns {{ names: Map<Element, string>, left: Set<Element> }} the names of parts that have no heading before them, and the tabs
 *   that these names are taken from
 */
export default function openTabs() {
  const TAB = "[role=tab], [data-toggle=tab], [data-bs-toggle=tab]";
  const ADDRESSES = ["data-bs-target", "data-target", "href"];
  // The name of an accordion's part: https://www.w3.org/WAI/ARIA/apg/patterns/accordion/
  const FOLDED = ":is(h2, h3, h4, h5, h6, [role=heading], dt) [aria-expanded=false]:not([aria-haspopup])";
  const FRAME = "nav, header, footer, [role=navigation], [role=dialog]";
  const LIST = "[role=tablist]";
  const PANEL = "[role=tabpanel]";
  // Tabs of styles alone: of PyMdown, Sphinx (inline tabs and Design), VitePress and DaisyUI.
  const STYLED = [
    { set: ".tabbed-set", tab: ".tabbed-labels > label", panel: ".tabbed-content > .tabbed-block" },
    { set: ".tab-set", tab: "label.tab-label", panel: ".tab-content" },
    { set: ".sd-tab-set", tab: "label.sd-tab-label", panel: ".sd-tab-content" },
    { set: ".vp-code-group", tab: ".tabs > label", panel: ".blocks > *" },
    { set: ".tabs", tab: "input.tab", panel: ".tab-content" },
  ];
  const HEADINGS = "h1, h2, h3, h4, h5, h6";
  const CONTENT = "img, table, pre";
  const names = new Map();
  const left = new Set();
  const wordsOf = (element) => (element.textContent ?? "").replace(/\s+/g, " ").trim();
  const nameOf = (tab) => wordsOf(tab) || (tab.getAttribute("aria-label") ?? "");
  const hasContent = (panel) => wordsOf(panel) !== "" || panel.querySelector(CONTENT) !== null;
  const isShown = (element) => element.checkVisibility({ visibilityProperty: true });

  function panelOf(tab) {
    const address = ADDRESSES.map((name) => tab.getAttribute(name)).find(Boolean) ?? "";
    const id = tab.getAttribute("aria-controls") ?? (/^#./.test(address) ? address.slice(1) : null);
    if (id) return document.getElementById(id);
    return tab.id ? document.querySelector(`${PANEL}[aria-labelledby="${CSS.escape(tab.id)}"]`) : null;
  }

  // Docusaurus names no part: the parts are in the order of their tabs.
  function panelsOf(tabs) {
    const panels = tabs.map(panelOf);
    if (panels.some((panel) => panel !== null)) return panels;
    const list = tabs[0].closest(LIST) ?? tabs[0].parentElement;
    const all = [...(list?.parentElement?.querySelectorAll(PANEL) ?? [])];
    const outer = all.filter((panel) => !all.some((other) => other !== panel && other.contains(panel)));
    return outer.length === tabs.length ? outer : [];
  }

  function open(panel) {
    const { display, visibility } = getComputedStyle(panel);
    if (display === "none") panel.style.setProperty("display", "block", "important");
    if (visibility !== "visible") panel.style.setProperty("visibility", "visible", "important");
  }

  // The heading of an accordion's part stands before it.
  function hasHeading(tab, panel) {
    const heading = tab.closest(HEADINGS) ?? tab.querySelector(HEADINGS);
    const isBefore = tab.compareDocumentPosition(panel) & Node.DOCUMENT_POSITION_FOLLOWING;
    if (!heading || !isBefore) return false;
    const between = document.createRange();
    between.setStartAfter(tab);
    between.setEndBefore(panel);
    return between.toString().trim() === "";
  }

  // Slides have dots for tabs, and are all shown. Of other parts, there may be one in the page, which changes.
  function openSet(tabs, panels) {
    const parts = tabs
      .map((tab, at) => ({ tab, panel: panels[at] ?? null }))
      .filter(({ tab, panel }) => panel && !panel.contains(tab) && hasContent(panel) && nameOf(tab));
    const different = new Set(parts.map(({ panel }) => panel));
    if (different.size < 2 || different.size < parts.length) return;
    if (!tabs.some(isShown) || parts.every(({ panel }) => isShown(panel))) return;
    for (const { tab, panel } of parts) {
      open(panel);
      if (!isShown(panel) || hasHeading(tab, panel)) continue;
      names.set(panel, nameOf(tab));
      left.add(tab);
    }
  }

  const lists = new Map();
  for (const tab of document.querySelectorAll(TAB)) {
    const list = tab.closest(`${LIST}, ul, ol`) ?? tab.parentElement;
    lists.set(list, [...(lists.get(list) ?? []), tab]);
  }
  for (const tabs of lists.values()) openSet(tabs, panelsOf(tabs));
  for (const button of document.querySelectorAll(FOLDED)) {
    const panel = button.closest(FRAME) ? null : panelOf(button);
    if (panel && !panel.contains(button) && hasContent(panel) && isShown(button)) open(panel);
  }
  for (const { set, tab, panel } of STYLED) {
    for (const box of document.querySelectorAll(set)) {
      const within = (selector) =>
        [...box.querySelectorAll(selector)].filter((part) => part.closest(set) === box);
      const panels = within(panel);
      const tabs = within(tab);
      if (tabs.length === panels.length) openSet(tabs, panels);
    }
  }
  return { names, left };
}
