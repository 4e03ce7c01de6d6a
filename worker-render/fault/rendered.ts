/** The result of rendering, ready to be stored. */

import type { StoredType } from "#contract/job/values.ts";
import type { Completeness } from "#contract/job/view.ts";

export interface Rendered {
  type: StoredType;
  /** The file in parts, made while they are read. */
  parts: AsyncIterable<Uint8Array>;
  /** Final only after all parts have been read. */
  facts: {
    /** Null for a screenshot. */
    pages: number | null;
    /** Whether pages above the plan's limit were left out; null for a screenshot. */
    truncated: boolean | null;
    /** Missing for a PDF that is passed through. */
    completeness?: Completeness;
  };
  /** A small WebP of the screenshot's top, if the job asks for one. Final only after all parts have been read. */
  thumbnail?: { bytes: Uint8Array | null };
  /** The document's title, for the file name. */
  title: string;
  /** Disposes of the tab that the parts come from. */
  done(): void;
}
