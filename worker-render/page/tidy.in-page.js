/**
 * Makes a ready document fit for a picture of its whole height or for paper: what sticks to the window stands once, where
 * it is at the top of the page, and the one scroller that holds the page gives up its content.
 * @param {{ unpin: boolean }} want `unpin`: the picture is larger than the window.
 */
export default function tidy(want) {
  const root = document.documentElement;
  const set = (element, styles) => {
    for (const [name, value] of Object.entries(styles)) element.style?.setProperty(name, value, "important");
  };

  function holdsThePage(element) {
    if (element.scrollHeight - element.clientHeight < 8) return false;
    if (element.clientWidth < innerWidth * 0.5 || element.clientHeight < innerHeight * 0.5) return false;
    const { overflowY } = getComputedStyle(element);
    return overflowY === "auto" || overflowY === "scroll";
  }

  // An application's shell: the window does not scroll, one box inside it does.
  function unlock() {
    if ((document.scrollingElement ?? root).scrollHeight > innerHeight + 8) return;
    const held = [...(document.body?.querySelectorAll("*") ?? [])].filter(holdsThePage);
    for (const element of held) {
      /** @type {Element | null} */
      let box = element;
      for (; box && box !== root; box = box.parentElement) {
        set(box, { overflow: "visible", height: "auto", "max-height": "none", contain: "none" });
        const { position } = getComputedStyle(box);
        if (position === "fixed" || position === "absolute")
          set(box, { position: "relative", inset: "auto" });
      }
    }
    if (held.length > 0) set(root, { overflow: "visible", height: "auto", "max-height": "none" });
  }

  function unpin() {
    for (const element of document.body?.querySelectorAll("*") ?? []) {
      const { position, backgroundAttachment } = getComputedStyle(element);
      if (position === "fixed") set(element, { position: "absolute" });
      if (position === "sticky") set(element, { position: "relative", inset: "auto" });
      if (backgroundAttachment.includes("fixed")) set(element, { "background-attachment": "scroll" });
    }
  }

  if (want.unpin) {
    unlock();
    unpin();
  }
  if (!document.title) document.title = location.hostname + location.pathname.replace(/\/$/, "");
  return {
    title: document.title,
    height: Math.max(root?.scrollHeight ?? innerHeight, document.body?.scrollHeight ?? 0),
    window: { width: innerWidth, height: innerHeight },
  };
}
