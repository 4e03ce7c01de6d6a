/** Writes resources of a frame as `data:` addresses. They come from the browser's memory, so no request is sent. */
import { LIMITS } from "#contract/limits.ts";
import type { CDPSession } from "../devtools/devtools.ts";
import type { Journal } from "../fault/journal.ts";
import type { FontRequest, Traffic } from "../tab/traffic.ts";
import { partsOfCss } from "./css.ts";

/** Characters of small addresses that are kept, because pages use icons many times, and of the largest one kept. */
const KEPT_CHARS = 4_000_000;
const KEPT_ONE_CHARS = 100_000;
/** Characters of an imported style sheet with what is inside it. It is held in memory as a whole. */
const MAX_IMPORT_CHARS = 5_000_000;
const NOTHING = "data:,";

/** Media types by the beginning of the data in Base64. Chromium itself looks at the data of pictures, but not of SVG. */
const TYPES: readonly (readonly [RegExp, string])[] = [
  [/^iVBOR/, "image/png"],
  [/^\/9j\//, "image/jpeg"],
  [/^R0lGOD/, "image/gif"],
  [/^UklGR/, "image/webp"],
  [/^.{5}Z0eXBhdm/, "image/avif"],
  [/^AAABA/, "image/x-icon"],
  [/^Qk0/, "image/bmp"],
  [/^d09GMg/, "font/woff2"],
  [/^d09GR/, "font/woff"],
  [/^T1RUTw/, "font/otf"],
  [/^AAEAAA/, "font/ttf"],
];
const SVG = "image/svg+xml";

interface Content {
  content: string;
  base64Encoded: boolean;
}

interface Source {
  cdpSession: CDPSession;
  frameId: string;
}

export class Resources {
  private readonly source: Source;
  private readonly traffic: Traffic;
  private readonly journal: Journal;
  private readonly kept = new Map<string, string | null>();
  private keptChars = 0;

  constructor(source: Source, traffic: Traffic, journal: Journal) {
    this.source = source;
    this.traffic = traffic;
    this.journal = journal;
  }

  /** The resource as a `data:` address: an empty one, which looks like a broken resource, if the page has not loaded it. */
  async addressOf(url: string): Promise<string> {
    const [address = "", fragment] = url.split("#");
    const known = this.kept.get(address);
    const data = known === undefined ? await this.load(address) : known;
    if (data === null) return NOTHING;
    return fragment === undefined ? data : `${data}#${fragment}`;
  }

  /** The text of a style sheet or of an SVG file; null if the page has not loaded it. */
  async text(url: string): Promise<string | null> {
    const content = await this.read(url.split("#")[0] ?? "");
    if (!content) return null;
    return content.base64Encoded ? Buffer.from(content.content, "base64").toString() : content.content;
  }

  /** The sheet with its resources and imports inside. `seen`: addresses of sheets that are inside already. */
  async *css(css: string, base: string, seen: Set<string>): AsyncGenerator<string> {
    for (const part of partsOfCss(css, base)) {
      if ("text" in part) yield part.text;
      else if ("resource" in part) yield `url("${await this.addressOf(part.resource)}")`;
      else yield `@import url("${await this.imported(part.sheet, seen)}")`;
    }
  }

  private async imported(url: string, seen: Set<string>): Promise<string> {
    if (seen.has(url)) return NOTHING;
    seen.add(url);
    const css = await this.text(url);
    if (css === null) return NOTHING;
    let text = "";
    for await (const part of this.css(css, url, seen)) {
      text += part;
      if (text.length > MAX_IMPORT_CHARS) {
        this.leaveOut(url);
        return NOTHING;
      }
    }
    return `data:text/css;charset=utf-8;base64,${Buffer.from(text).toString("base64")}`;
  }

  private async load(url: string): Promise<string | null> {
    const content = await this.read(url);
    const data = content && dataOf(content);
    const chars = url.length + (data?.length ?? 0);
    if (chars < KEPT_ONE_CHARS && this.keptChars + chars < KEPT_CHARS) {
      this.kept.set(url, data);
      this.keptChars += chars;
    }
    return data;
  }

  private async read(url: string): Promise<Content | null> {
    if (!/^(?:https?|blob):/.test(url)) return null;
    if (this.traffic.isLarge(url)) {
      this.leaveOut(url);
      return null;
    }
    const font = this.traffic.fonts.get(url);
    const content = font ? await bodyOf(font) : await this.contentOf(url);
    return content?.content ? content : null;
  }

  private contentOf(url: string): Promise<Content | null> {
    const { cdpSession, frameId } = this.source;
    return cdpSession.send("Page.getResourceContent", { frameId, url }).catch(() => null);
  }

  private leaveOut(url: string): void {
    const message = `A resource above ${LIMITS.embeddedBytes / 1_000_000} MB was left out.`;
    this.journal.warn({ code: "resource_left_out", message, url });
  }
}

async function bodyOf({ cdpSession, requestId }: FontRequest): Promise<Content | null> {
  const response = await cdpSession.send("Network.getResponseBody", { requestId }).catch(() => null);
  return response && { content: response.body, base64Encoded: response.base64Encoded };
}

function dataOf({ content, base64Encoded }: Content): string {
  const data = base64Encoded ? content : Buffer.from(content).toString("base64");
  const type = TYPES.find(([beginning]) => beginning.test(data))?.[1] ?? SVG;
  return `data:${type};base64,${data}`;
}
