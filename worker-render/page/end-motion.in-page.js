/**
 * Shows what moves in a state that can be read: animations that end in their last one, and texts that move through a box in the
 * first in which most of them is seen. Other motion without end is not changed.
 * @param {() => Promise<unknown>} drawn resolves after a frame
 */
export default async function endMotion(drawn) {
  const MAX_MOVING = 200;
  // Each is looked at about thirty times.
  const MAX_TEXTS = 20;
  const STEPS = 20;
  const HALVINGS = 8;
  // Of the text, or of its box if that is smaller.
  const MIN_GAIN = 0.3;
  const EQUAL = 0.002;
  const MAX_FRAMES = 10;
  const AT_ONCE = 100_000;
  // Animations of SVG that end have ended by then.
  const SVG_SECONDS = 3_600;
  const SVG_ANIMATIONS = "animate, animateMotion, animateTransform, set";

  /** @type {(Document | ShadowRoot)[]} */
  const roots = [document];
  for (const root of roots) {
    for (const { shadowRoot } of root.querySelectorAll("*")) if (shadowRoot) roots.push(shadowRoot);
  }
  const animations = roots
    .flatMap((root) => root.getAnimations?.() ?? [])
    .filter(({ timeline }) => timeline === document.timeline);
  const ends = ({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime);
  const finite = animations.filter(ends);
  if (finite.length > 0) {
    // An animation that ends before its first frame may be missing in the picture.
    await drawn();
    for (const animation of finite) animation.finish();
  }

  const endless = ":is([repeatCount='indefinite'], [repeatDur='indefinite'])";
  const drawings = roots
    .flatMap((root) => [...root.querySelectorAll("svg")])
    .filter((svg) => !svg.ownerSVGElement && svg.querySelector(`:is(${SVG_ANIMATIONS}):not(${endless})`));
  for (const svg of drawings) svg.setCurrentTime(SVG_SECONDS);

  function endMarquee(marquee) {
    if (marquee.direction === "down") marquee.direction = "up";
    Object.assign(marquee, { behavior: "slide", loop: 1, scrollAmount: AT_ONCE });
    marquee.start();
  }

  // The box that cuts off what moves out of it.
  function boxOf(element) {
    let box = element.parentElement;
    while (box && box !== document.body && getComputedStyle(box).overflow === "visible")
      box = box.parentElement;
    return box;
  }

  const isText = ({ effect, playState }) => {
    const { target, pseudoElement } = effect ?? {};
    const { duration } = effect?.getComputedTiming() ?? {};
    return playState === "running" && !pseudoElement && Number(duration) > 0 && target?.textContent.trim();
  };

  function share(element, box) {
    // Without the padding, with which a text can wait at the side of its box.
    const content = document.createRange();
    content.selectNodeContents(element);
    const at = content.getBoundingClientRect();
    const edge = box.getBoundingClientRect();
    const width = Math.min(at.right, edge.right, innerWidth) - Math.max(at.left, edge.left, 0);
    const height = Math.min(at.bottom, edge.bottom) - Math.max(at.top, edge.top);
    const most = Math.min(at.width, edge.width) * Math.min(at.height, edge.height);
    return most > 0 ? (Math.max(0, width) * Math.max(0, height)) / most : 1;
  }

  function bringIntoBox({ animation, target, box }) {
    const { currentTime } = animation;
    const { delay, duration } = animation.effect.getComputedTiming();
    const shareAt = (part) => {
      animation.currentTime = Math.max(delay, 0) + part * duration;
      return share(target, box);
    };
    const first = shareAt(0);
    const shares =
      first > 1 - MIN_GAIN ? [] : Array.from({ length: STEPS }, (_, step) => shareAt(step / STEPS));
    const most = Math.max(...shares) - EQUAL;
    if (most - first < MIN_GAIN) {
      animation.currentTime = currentTime;
      return;
    }
    let part = shares.findIndex((one) => one >= most) / STEPS;
    let before = part - 1 / STEPS;
    for (let halving = 0; halving < HALVINGS; halving += 1) {
      const middle = (before + part) / 2;
      if (shareAt(middle) >= most) part = middle;
      else before = middle;
    }
    animation.pause();
    shareAt(part);
  }

  const moving = animations
    .filter((animation) => !ends(animation) && isText(animation))
    .slice(0, MAX_MOVING)
    .map((animation) => {
      const target = /** @type {any} */ (animation.effect).target;
      return { animation, target, box: boxOf(target) };
    });
  // Those that take turns in one box stay in their series.
  const alone = moving.filter(({ box }) => box && moving.filter((other) => other.box === box).length === 1);
  for (const text of alone.slice(0, MAX_TEXTS)) bringIntoBox(text);

  const marquees = [...document.querySelectorAll("marquee")];
  for (const marquee of marquees) endMarquee(marquee);
  if (finite.length + drawings.length + alone.length + marquees.length > 0) await drawn();
  // It begins with the next frame, and arrives with one of those after it.
  for (let frames = 1; frames < MAX_FRAMES; frames += 1) {
    if (marquees.every((marquee) => share(marquee, marquee) > 0.5)) break;
    await drawn();
  }
}
