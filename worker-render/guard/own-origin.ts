/**
 * The job's own headers, for requests to the origin of its page. A request gets them only if the page or a frame of the same
 * origin sends it: a page of another server, in a frame, could otherwise read what only the owner of the headers may read.
 */
import type { CDPSession } from "../devtools/devtools.ts";
import type { Paused } from "./refusal.ts";

export type HeaderEntry = NonNullable<Paused["responseHeaders"]>[number];

export class OwnOrigin {
  private readonly origin: string;
  private readonly own: readonly HeaderEntry[];
  /** Origin of the document that each frame requested last. Frames without a request of their own have their parent's. */
  private readonly origins = new Map<string, string>();
  private readonly parents: ReadonlyMap<string, string>;

  /** `parents`: the parent of each frame. */
  constructor(url: string, headers: Record<string, string>, parents: ReadonlyMap<string, string>) {
    this.origin = new URL(url).origin;
    this.own = Object.entries(headers).map(([name, value]) => ({ name, value }));
    this.parents = parents;
  }

  /** All headers of the request; null if it gets none of the job's. Called for every request of the tab, in their order. */
  headersFor({ request, resourceType, frameId }: Paused): HeaderEntry[] | null {
    const { origin } = new URL(request.url);
    const isDocument = resourceType === "Document";
    if (isDocument) this.origins.set(frameId, origin);
    if (origin !== this.origin || !(isDocument || this.originOf(frameId) === this.origin)) return null;
    const names = new Set(this.own.map(({ name }) => name.toLowerCase()));
    const others = Object.entries(request.headers).filter(([name]) => !names.has(name.toLowerCase()));
    return [...others.map(([name, value]) => ({ name, value })), ...this.own];
  }

  private originOf(frameId: string): string | undefined {
    for (let frame: string | undefined = frameId; frame !== undefined; frame = this.parents.get(frame)) {
      const origin = this.origins.get(frame);
      if (origin !== undefined) return origin;
    }
    return undefined;
  }
}

/** Adds the frames that a CDP session reports to `parents`. */
export function followParents(cdpSession: CDPSession, parents: Map<string, string>): void {
  cdpSession.on("Page.frameAttached", ({ frameId, parentFrameId }) => parents.set(frameId, parentFrameId));
}
