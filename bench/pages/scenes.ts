/** Draws the pictures of the well-known kinds of pages: landscapes and things, with the grain of a photograph. */
import sharp from "sharp";

const GRAIN = `<filter id="grain" x="0" y="0" width="100%" height="100%"><feTurbulence type="fractalNoise" baseFrequency="0.8" numOctaves="2"/>
  <feColorMatrix values="0 0 0 0 0.5  0 0 0 0 0.5  0 0 0 0 0.5  0 0 0 0.5 0"/></filter>`;

interface Size {
  width: number;
  height: number;
}

/** A picture of 100 × 100 units, stretched to its size. */
function svg({ width, height }: Size, body: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 100 100" preserveAspectRatio="none"><defs>${GRAIN}</defs>
  ${body}<rect width="100" height="100" filter="url(#grain)" opacity="0.22"/></svg>`;
}

function gradient(id: string, from: string, to: string): string {
  return `<linearGradient id="${id}" x2="0" y2="1"><stop stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient>`;
}

interface Land {
  sky: readonly [string, string];
  /** Colours of the hills, the farthest first. */
  hills: readonly string[];
  sun: readonly [x: number, y: number, colour: string];
  wave: number;
}

function landscape({ sky, hills, sun: [x, y, colour], wave }: Land): string {
  const layers = hills.map((fill, layer) => {
    const level = 44 + layer * (52 / hills.length);
    const points = Array.from({ length: 51 }, (_, step) => {
      const at = step * 2;
      const height = Math.sin(at / (9 + layer * 4) + layer * wave) * 5 + Math.sin(at / 3.7 + wave) * 1.4;
      return `${at},${(level + height).toFixed(2)}`;
    });
    return `<polygon points="0,100 ${points.join(" ")} 100,100" fill="${fill}"/>`;
  });
  return `${gradient("sky", ...sky)}<rect width="100" height="100" fill="url(#sky)"/><ellipse cx="${x}" cy="${y}" rx="5" ry="8" fill="${colour}"/>${layers.join("")}`;
}

const SHAPES = {
  lamp: (ink: string) =>
    `<ellipse cx="42" cy="84" rx="20" ry="3.6" fill="#0003"/><ellipse cx="40" cy="82" rx="15" ry="3.4" fill="#b08d57"/><path d="M40 81C28 50 34 24 60 24" fill="none" stroke="#b08d57" stroke-width="2"/><path d="M52 22 74 27 80 46 44 38Z" fill="${ink}"/><path d="M44 38 80 46 62 45Z" fill="#fff6d5"/>`,
  vase: (ink: string) =>
    `<ellipse cx="54" cy="86" rx="21" ry="4" fill="#0003"/><path d="M42 24h16c-1 16 12 22 12 40 0 14-9 22-20 22s-20-8-20-22c0-18 13-24 12-40z" fill="${ink}"/><path d="M42 24h6c-1 18-11 24-10 42 0 10 3 16 8 20-10-2-16-9-16-22 0-18 13-24 12-40z" fill="#fff3"/><ellipse cx="50" cy="24" rx="8" ry="2" fill="#0006"/>`,
  mug: (ink: string) =>
    `<ellipse cx="52" cy="78" rx="24" ry="4" fill="#0003"/><path d="M66 44h10c8 0 8 22-6 22h-6" fill="none" stroke="${ink}" stroke-width="4.5"/><path d="M28 36h40v34c0 6-4 8-8 8H36c-4 0-8-2-8-8z" fill="${ink}"/><path d="M28 36h9v42h-1c-4 0-8-2-8-8z" fill="#fff3"/><ellipse cx="48" cy="36" rx="20" ry="4" fill="#3a2418"/>`,
  stool: (ink: string) =>
    `<ellipse cx="50" cy="88" rx="26" ry="3.4" fill="#0003"/><path d="M36 44 28 88M64 44l8 44M50 46v40M32 68h36" stroke="#a97c50" stroke-width="3.2" fill="none"/><ellipse cx="50" cy="42" rx="24" ry="6.4" fill="${ink}"/><ellipse cx="50" cy="40" rx="24" ry="6" fill="#fff4"/>`,
} as const satisfies Record<string, (ink: string) => string>;

function thing(shape: keyof typeof SHAPES, ink: string, wall: readonly [string, string]): string {
  return `${gradient("wall", ...wall)}<rect width="100" height="100" fill="url(#wall)"/><rect y="72" width="100" height="28" fill="#0001"/>${SHAPES[shape](ink)}`;
}

const WIDE = { width: 1600, height: 900 };
const PHOTO = { width: 1200, height: 800 };
const SQUARE = { width: 1000, height: 1000 };
const SAND = ["#f1e6d6", "#d9c7ae"] as const;
const MIST = ["#e6ebee", "#c3ced4"] as const;
const NIGHT = ["#232a3b", "#141824"] as const;

const DAWN: Land = {
  sky: ["#f7c59f", "#fbe7cf"],
  hills: ["#b7a58a", "#8d9378", "#5f7a66", "#3d5a50", "#243d39"],
  sun: [70, 36, "#fff1cf"],
  wave: 2.1,
};

const PICTURES: Record<string, string> = {
  marsh: svg(WIDE, landscape(DAWN)),
  channel: svg(
    PHOTO,
    landscape({ ...DAWN, sky: ["#9fb8c8", "#dfe8ea"], hills: ["#8fa3a6", "#6c8a7b", "#47655a"], wave: 4.4 }),
  ),
  dike: svg(
    PHOTO,
    landscape({ ...DAWN, sky: ["#7a5c8e", "#f0a07c"], hills: ["#5b4a63", "#3c3a4b"], wave: 0.7 }),
  ),
  cliff: svg(
    PHOTO,
    landscape({ ...DAWN, sky: ["#6fa8c9", "#cfe6ee"], hills: ["#3f7d9c", "#e3dccb", "#b6a98c"], wave: 3 }),
  ),
  harbour: svg(
    PHOTO,
    landscape({
      ...DAWN,
      sky: NIGHT,
      hills: ["#1d2636", "#101722"],
      sun: [30, 22, "#f4ecc8"],
      wave: 5.2,
    }),
  ),
  dunes: svg(
    PHOTO,
    landscape({
      ...DAWN,
      sky: ["#bcd9e6", "#f4efe2"],
      hills: ["#e7cf9f", "#d8b67c", "#c39a5c"],
      wave: 1.3,
    }),
  ),
  face: svg(
    { width: 160, height: 160 },
    '<rect width="100" height="100" fill="#b9c7b5"/><circle cx="50" cy="44" r="20" fill="#e8b992"/><path d="M28 44c0-30 44-30 44 0-6-12-34-14-44 0z" fill="#4a3226"/><path d="M16 100c0-42 68-42 68 0z" fill="#1f4d43"/>',
  ),
  lamp: svg(SQUARE, thing("lamp", "#d9a441", SAND)),
  "lamp-blue": svg(SQUARE, thing("lamp", "#3f6fb0", MIST)),
  "lamp-green": svg(SQUARE, thing("lamp", "#3d7a5a", SAND)),
  "lamp-red": svg(SQUARE, thing("lamp", "#b5483a", MIST)),
  "lamp-night": svg(SQUARE, thing("lamp", "#d9a441", NIGHT)),
  "lamp-white": svg(SQUARE, thing("lamp", "#f4f1ea", SAND)),
  vase: svg(SQUARE, thing("vase", "#c98b6b", MIST)),
  "vase-dark": svg(SQUARE, thing("vase", "#3a3f4a", SAND)),
  "vase-green": svg(SQUARE, thing("vase", "#6f8f72", SAND)),
  mug: svg(SQUARE, thing("mug", "#e3ded2", MIST)),
  "mug-blue": svg(SQUARE, thing("mug", "#46688f", SAND)),
  stool: svg(SQUARE, thing("stool", "#c9a071", MIST)),
  "stool-red": svg(SQUARE, thing("stool", "#b5483a", SAND)),
};

/** JPEG files by name. */
export async function drawPictures(): Promise<Map<string, Buffer>> {
  const drawn = Object.entries(PICTURES).map(
    async ([name, source]) =>
      [name, await sharp(Buffer.from(source)).jpeg({ quality: 78 }).toBuffer()] as const,
  );
  return new Map(await Promise.all(drawn));
}
