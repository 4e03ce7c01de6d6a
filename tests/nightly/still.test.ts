import { expect, test } from "vitest";
import { LIMITS } from "#contract/limits.ts";
import { convert, open } from "../render/convert.ts";
import { near, type Picture, readPicture } from "../render/pixels.ts";
import { BLOCKED, FROZEN, GROUND, HEAD, MARK, stillPages, TALL_PX } from "./still-pages.ts";

const { origin, hits } = await open(stillPages);
const LONG = { timeout: LIMITS.renderBudgetMs * 3 };

const OPTIONS = { outputType: "screenshot", screenshotOptions: { type: "png" } } as const;

async function shot(path: string): Promise<Picture> {
  return readPicture((await convert(`${origin}${path}`, OPTIONS)).bytes);
}

/** All marks stand where the first one says, so no band was captured in another layout than the rest. */
function expectOneLayout(picture: Picture): void {
  const head = picture.height - TALL_PX;
  const seen: string[] = [];
  for (let top = head; top < picture.height; top += MARK.px) {
    const mark = picture.at(1500, top + 2);
    const end = picture.at(1500, top + MARK.height - 3);
    const before = top === head ? GROUND : picture.at(1500, top - 3);
    const after = picture.at(1500, top + MARK.height + 2);
    const isHere =
      near(mark, MARK.color) && near(end, MARK.color) && near(before, GROUND) && near(after, GROUND);
    if (!isHere) seen.push(`no mark at ${top}`);
  }
  expect(seen).toEqual([]);
}

test("a page that changes when its window does is captured as it stood", LONG, async () => {
  const picture = await shot("/grows-when-resized");
  expect(picture.height).toBe(TALL_PX);
  expectOneLayout(picture);
});

test("taking the picture makes no image choose another source", LONG, async () => {
  const picture = await shot("/responsive-picture");
  expectOneLayout(picture);
  expect(near(picture.at(1500, 400), [0, 160, 0])).toBe(true);
  expect([...hits.keys()]).toEqual(expect.arrayContaining(["/wide", "/no-wide"]));
  expect(hits.get("/narrow") ?? 0).toBe(0);
  expect(hits.get("/no-narrow") ?? 0).toBe(0);
});

test.for(["/grows-for-ever", "/sways"])("all of %s is captured at one moment", LONG, async (path) => {
  expectOneLayout(await shot(path));
});

test("two screenshots of a page with a caret, animations and a GIF are the same", LONG, async () => {
  const viewport = { width: 800, height: 700 };
  const options = { outputType: "screenshot", screenshotOptions: { viewport } } as const;
  const [one, other] = await Promise.all([0, 1].map(() => convert(`${origin}/restless`, options)));
  const picture = await readPicture(one?.bytes ?? Buffer.alloc(0));
  expect(picture.height).toBe(3_000);
  const top = picture.height - 3_000 + 100;
  const seen = [50, 150, 250, 350, 450].map((y) => picture.at(150, top + y));
  expect(seen).toEqual([FROZEN.endless, FROZEN.ended, FROZEN.gif, FROZEN.drawing, FROZEN.endless]);
  expect(one?.bytes.equals(other?.bytes ?? Buffer.alloc(0))).toBe(true);
});

test.for(["transform", "opacity"])(
  "endless animations of %s are frozen however short they run",
  LONG,
  async (property) => {
    const paths = ["still", property].map((name) => `${origin}/staggered/${name}`);
    const [still, moving] = await Promise.all(paths.map((url) => convert(url, OPTIONS)));
    expect(moving?.bytes.equals(still?.bytes ?? Buffer.alloc(0))).toBe(true);
  },
);

test(
  "an endless animation that begins unseen is shown in a state that is seen, but not before its turn",
  LONG,
  async () => {
    const picture = await shot("/begins-unseen");
    const seen = [50, 150, 250].map((y) => picture.at(150, y));
    expect(seen).toEqual(Array(3).fill(FROZEN.endless));
  },
);

test("a page of one colour below its window is captured whole", LONG, async () => {
  const picture = await shot("/blank-below");
  expect(picture.height).toBe(TALL_PX);
  expect(near(picture.at(1500, HEAD.height - 20), HEAD.color)).toBe(true);
  for (const y of [HEAD.height + 20, 2_000, TALL_PX - 20])
    expect(near(picture.at(1500, y), GROUND), `y ${y}`).toBe(true);
});

test(
  "a menu that closes in wide windows is closed on a page of one colour below its window",
  LONG,
  async () => {
    const picture = await shot("/closed-menu");
    expect(picture.height).toBeGreaterThan(1_100);
    expect(near(picture.at(1700, 150), GROUND)).toBe(true);
  },
);

test("a request that the capture itself causes is blocked and reported", LONG, async () => {
  const { job } = await convert(`${origin}/blank-below`, OPTIONS);
  expect(job.warnings).toContainEqual(expect.objectContaining({ code: "blocked_request", url: BLOCKED }));
});
