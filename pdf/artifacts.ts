/** Marks what a content stream of Chromium draws outside the tags, so that screen readers and checkers know that it is decoration. */

/** Skia writes each of these at the beginning of a line. Further marks are only inside text objects. */
const PIECE = /^(\/\w+ <<\/MCID \d+ >>BDC\n|EMC\n|\/X\d+ Do\n|BT\n[\s\S]*?^ET\n)/m;
const FURTHER_MARK = /B[DM]C$/m;
const PAINT = /(?:^| )(?:f\*?|F|S|s|B\*?|b\*?|sh|BI|Do|ET)$/m;

/**
 * The content with artifacts. `isTagged`: whether the form of this number has tags of its own. Content of another shape than
 * Skia's is returned as it is.
 */
export function markArtifacts(content: string, isTagged: (form: number) => boolean): string {
  const marked: string[] = [];
  let untagged = "";
  let depth = 0;
  let isKnown = true;
  const endRun = () => {
    marked.push(PAINT.test(untagged) ? `/Artifact BMC\n${untagged}EMC\n` : untagged);
    untagged = "";
  };
  for (const [index, piece] of content.split(PIECE).entries()) {
    // Every second piece matches the pattern.
    if (index % 2 === 0 && FURTHER_MARK.test(piece)) isKnown = false;
    const begins = piece.endsWith(">>BDC\n");
    if (depth > 0 || begins || hasTags(piece, isTagged)) {
      if (depth === 0) endRun();
      marked.push(piece);
    } else untagged += piece;
    if (begins) depth += 1;
    else if (piece === "EMC\n") depth -= 1;
  }
  endRun();
  return isKnown && depth === 0 ? marked.join("") : content;
}

/** Whether the piece draws a form with tags, or is text with one. */
function hasTags(piece: string, isTagged: (form: number) => boolean): boolean {
  const form = /^\/X(\d+) Do\n$/.exec(piece)?.[1];
  return form === undefined ? piece.startsWith("BT\n") && piece.includes("/MCID ") : isTagged(Number(form));
}
