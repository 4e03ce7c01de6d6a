/**
 * Shows everything that moves without end in one fixed state: animations in their first, or in a later one if their element
 * is not seen at first, GIFs as their first frame, and no caret. Animations that end are ended in `end-motion.in-page.js`.
 * @param {boolean} acts False: only looks.
 * @returns {Promise<boolean>} whether anything moves
 */
export default async function freeze(acts) {
  const MAX_GIF_PX = 16_000_000;
  // Each is looked at several times, which lays the page out again.
  const MAX_SOUGHT = 100;
  // Animations of SVG that end have ended by then.
  const SVG_SECONDS = 3_600;
  // Of an animation's duration: a state that differs from its first, also if it runs back and forth.
  const OTHER_SHARE = 0.37;
  const native = /** @type {any} */ (window).__platen?.native ?? {
    setTimeout: window.setTimeout.bind(window),
    frame: window.requestAnimationFrame.bind(window),
  };

  // Resolves after the next frame. The time limit is for windows that are never drawn.
  const drawn = () =>
    new Promise((resolve) => {
      native.setTimeout(resolve, 500);
      native.frame(() => native.setTimeout(resolve, 0));
    });

  /** @type {(Document | ShadowRoot)[]} */
  const roots = [document];
  for (const root of roots) {
    for (const { shadowRoot } of root.querySelectorAll("*")) if (shadowRoot) roots.push(shadowRoot);
  }
  const all = (selector) => roots.flatMap((root) => [...root.querySelectorAll(selector)]);

  const animations = roots.flatMap((root) => root.getAnimations());
  const endless = animations.filter(({ timeline, effect, playState }) => {
    if (timeline !== document.timeline || playState !== "running" || !effect) return false;
    const { endTime, duration } = effect.getComputedTiming();
    return endTime === Infinity && duration !== Infinity;
  });
  const drawings = all("svg").filter(
    (svg) => !svg.ownerSVGElement && svg.querySelector("animate, animateMotion, animateTransform, set"),
  );

  // The type of an image of another site is not always known.
  function isGif({ currentSrc, naturalWidth, naturalHeight }) {
    if (naturalWidth * naturalHeight <= 1 || naturalWidth * naturalHeight > MAX_GIF_PX) return false;
    if (/^data:image\/gif/i.test(currentSrc) || /^[^?#]*\.gif([?#]|$)/i.test(currentSrc)) return true;
    const [entry] = /** @type {any[]} */ (performance.getEntriesByName(currentSrc, "resource"));
    return entry?.contentType === "image/gif";
  }
  const gifs = all("img").filter(isGif);

  function focused() {
    let element = document.activeElement;
    while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
    const isEdited = element instanceof HTMLElement && element.isContentEditable;
    return isEdited || element?.matches("input, textarea") ? element : null;
  }

  // A canvas is drawn with the first frame, also under a policy that forbids images, and for an image of another site.
  function stop(image) {
    const canvas = Object.assign(document.createElement("canvas"), {
      id: image.id,
      className: image.className,
      width: image.naturalWidth,
      height: image.naturalHeight,
    });
    canvas.getContext("2d")?.drawImage(image, 0, 0);
    const style = getComputedStyle(image);
    for (const name of style) canvas.style.setProperty(name, style.getPropertyValue(name), "important");
    canvas.style.setProperty("animation", "none", "important");
    canvas.style.setProperty("transition", "none", "important");
    image.replaceWith(canvas);
  }

  function isSeen({ effect }) {
    const { width, height } = effect.target.getBoundingClientRect();
    const checked = { opacityProperty: true, visibilityProperty: true };
    return width * height > 0 && effect.target.checkVisibility(checked);
  }

  // Such as a text that blinks. With a delay it waits for its turn, as the second picture of a series does.
  function beginsUnseen(animation) {
    return animation.effect.target && animation.effect.getTiming().delay === 0 && !isSeen(animation);
  }

  const caret = /** @type {HTMLElement | null} */ (focused());
  const moves = endless.length > 0 || drawings.length > 0 || gifs.length > 0 || caret !== null;
  if (!acts || !moves) return moves;
  for (const animation of endless) {
    const { delay = 0, duration } = animation.effect?.getComputedTiming() ?? {};
    animation.pause();
    animation.currentTime = Math.max(delay, 0) + OTHER_SHARE * Number(duration);
  }
  // The compositor runs animations of opacity and transform by itself, and keeps its value until the page draws another one. A
  // page that has drawn only the first state so far would draw no other.
  if (endless.length > 0) await drawn();
  for (const animation of endless) animation.currentTime = 0;
  for (const animation of endless.filter(beginsUnseen).slice(0, MAX_SOUGHT)) {
    const duration = Number(animation.effect?.getComputedTiming().duration);
    for (const share of [0.5, 0.25, 0.75, 0]) {
      animation.currentTime = share * duration;
      if (isSeen(animation)) break;
    }
  }
  for (const svg of drawings) {
    svg.pauseAnimations();
    svg.setCurrentTime(SVG_SECONDS);
  }
  for (const gif of gifs) stop(gif);
  caret?.style.setProperty("caret-color", "transparent", "important");
  await drawn();
  return true;
}
