/** Resolves when charts and sliders have been drawn again: they are a moment after the window's last change, often step by step. */
export default async function redrawn() {
  const { native, putOff, skipTime } = /** @type {any} */ (window).__platen ?? {};
  if (!native) return;
  // Longest wait for scripts that put off adapting to a new width.
  const endsAt = native.now() + 1_000;
  while (putOff.size > 0 && native.now() < endsAt)
    await new Promise((resolve) => native.setTimeout(resolve, 25));
  await skipTime();
}
