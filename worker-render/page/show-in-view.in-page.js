/**
 * Shows what appears only when it comes into view. True when something had appeared, and was hidden again.
 * @param {() => Promise<unknown>} drawn resolves after a frame
 */
export default async function showInView(drawn) {
  const all = (selector) => /** @type {HTMLElement[]} */ ([...document.querySelectorAll(selector)]);

  // An animation can follow its element on its way down the window. Before an element comes into view, it is often transparent, so
  // it is shown as in the middle of the window, where it can be read.
  async function showInMiddle() {
    const { ViewTimeline } = /** @type {any} */ (window);
    const animations = /** @type {any[]} */ (ViewTimeline ? document.getAnimations() : []);
    const following = animations.filter(
      ({ timeline }) => timeline instanceof ViewTimeline && /^(block|y)$/.test(timeline.axis),
    );
    if (following.length === 0) return;
    // They have no time before the first frame.
    await drawn();
    const before = following.filter(
      ({ timeline, startTime }) => startTime !== null && timeline.currentTime?.value < 50,
    );
    for (const animation of before) {
      // Its own time counts from the beginning of its range, that of its timeline from the beginning of the way.
      const begin = animation.startTime.value;
      animation.pause();
      animation.currentTime = CSS.percent(50 - begin);
      // For paper, full Chromium lets it follow the window again. A pseudo-element has no styles in which its state could be kept.
      const { target, pseudoElement } = animation.effect ?? {};
      if (pseudoElement || !target?.checkVisibility()) continue;
      animation.commitStyles();
      animation.cancel();
    }
  }

  // https://github.com/michalsnik/aos
  function showAos() {
    const hidden = all("[data-aos].aos-init:not(.aos-animate)");
    for (const element of hidden) element.classList.add("aos-animate");
    return hidden.length > 0;
  }

  // https://github.com/locomotivemtl/locomotive-scroll, version 4, moves the page itself and hides the sections out of view.
  function showLocomotive() {
    if (!document.documentElement.classList.contains("has-scroll-smooth")) return false;
    for (const section of all("[data-scroll-section]"))
      section.style.setProperty("opacity", "1", "important");
    for (const element of all("[data-scroll]")) {
      element.classList.add("is-inview");
      // Its distance from its place grows with the distance from the window.
      element.style.setProperty("transform", "none", "important");
    }
    return true;
  }

  await showInMiddle();
  const shown = [/** @type {any} */ (window).__platen?.showAgain?.(), showAos(), showLocomotive()];
  return shown.some(Boolean);
}
