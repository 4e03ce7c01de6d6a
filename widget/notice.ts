/** The message of a button. It is a popover: in the top layer, no element of the page covers or clips it. */

const GAP_PX = 8;
let opened: HTMLElement[] = [];

/**
 * Moves the notice away from those of other buttons, if the window has room for it. A larger margin moves it away from
 * its button, or from the edge of the window in browsers without anchor positioning.
 */
function separate(notice: HTMLElement): void {
  opened = opened.filter((other) => other !== notice && other.matches(":popover-open"));
  const others = opened.map((other) => other.getBoundingClientRect());
  opened.push(notice);
  for (let margin = GAP_PX; ; ) {
    const { left, right, top, bottom } = notice.getBoundingClientRect();
    const isOutside = margin > GAP_PX && (top < 0 || bottom > innerHeight);
    const covered = others.find(
      (other) => left < other.right && other.left < right && top < other.bottom && other.top < bottom,
    );
    if (isOutside) notice.style.marginBlock = "";
    if (isOutside || !covered) return;
    margin += covered.height + GAP_PX;
    notice.style.marginBlock = `${margin}px`;
  }
}

export function toggleNotice(notice: HTMLElement, isOpen: boolean): void {
  notice.style.marginBlock = "";
  notice.togglePopover?.(isOpen);
  // Afterwards the notice has its text, and so its size.
  if (isOpen) queueMicrotask(() => separate(notice));
}
