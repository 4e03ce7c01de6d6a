/**
 * Ends the scenes of a page: sections that stay at the window while a visitor scrolls through empty space below them. Without
 * that space, and with the panels that move through the window in it, the page is what the visitor has seen.
 */
export default function endScenes() {
  const FREE = { height: "auto", "max-height": "none", "min-height": "0px" };
  // Of the window: a section that fills less of it is a heading or a menu, and less empty space is a distance.
  const MIN_SCENE = 0.4;
  const MIN_SPACE = 0.5;
  const set = (element, styles) => {
    for (const [name, value] of Object.entries(styles)) element.style?.setProperty(name, value, "important");
  };
  const all = (tree) => [...tree.querySelectorAll("*")];

  function shows(element) {
    if (element.matches("img, picture, svg, canvas, video, iframe, input, hr")) return true;
    const { backgroundColor, backgroundImage } = getComputedStyle(element);
    if (backgroundColor !== "rgba(0, 0, 0, 0)" || backgroundImage !== "none") return true;
    return [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue.trim());
  }

  // Panels or cards that are beside each other, and wider than the window.
  function panelsOf(row) {
    const { display, flexDirection } = getComputedStyle(row);
    if (display !== "flex" || flexDirection !== "row") return [];
    const panels = [...row.children].filter(
      ({ offsetWidth = 0, offsetHeight = 0 }) =>
        offsetWidth > innerWidth * 0.6 ||
        (offsetWidth > innerWidth * 0.1 && offsetHeight > innerHeight * 0.3),
    );
    const width = panels.reduce((sum, { offsetWidth }) => sum + offsetWidth, 0);
    return panels.length >= 2 && width > innerWidth * 1.2 ? panels : [];
  }

  function showAllPanels(scene) {
    for (const row of all(scene)) {
      const panels = panelsOf(row);
      if (panels.length === 0) continue;
      const heights = panels.map(({ offsetHeight }) => offsetHeight);
      for (let box = row; box && box !== scene; box = box.parentElement)
        set(box, { ...FREE, width: "100%", "max-width": "100%", transform: "none", overflow: "visible" });
      set(row, { "flex-wrap": "wrap" });
      for (const [index, panel] of panels.entries())
        set(panel, {
          transform: "none",
          "flex-shrink": "0",
          "max-width": "100%",
          "min-height": `${heights[index]}px`,
        });
    }
  }

  // Of the boxes around what sticks to the window, those in which nothing else follows.
  function spaceAround(section) {
    const { bottom, height } = section.getBoundingClientRect();
    if (height < innerHeight * MIN_SCENE) return [];
    const boxes = [];
    const follows = (element) =>
      !section.contains(element) &&
      !element.contains(section) &&
      element.getBoundingClientRect().bottom > bottom + 1 &&
      shows(element);
    for (let box = section.parentElement; box && box !== document.body; box = box.parentElement) {
      if (all(box).some(follows)) break;
      if (box.getBoundingClientRect().bottom - bottom > innerHeight * MIN_SPACE) boxes.push(box);
    }
    return boxes;
  }

  // GSAP gives the section this much space below: https://gsap.com/docs/v3/Plugins/ScrollTrigger
  for (const spacer of document.querySelectorAll(".pin-spacer")) {
    showAllPanels(spacer);
    set(spacer, { ...FREE, width: "auto", "max-width": "100%", "padding-bottom": "0px" });
  }
  const sticky = all(document).filter((element) => getComputedStyle(element).position === "sticky");
  for (const section of sticky) {
    const boxes = spaceAround(section);
    for (const box of boxes) {
      showAllPanels(box);
      set(box, FREE);
    }
  }
}
