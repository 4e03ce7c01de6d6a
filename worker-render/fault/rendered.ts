/** What rendering hands to storing. */

import type { FileType } from "#contract/job/values.ts";
import type { Completeness } from "#contract/job/view.ts";

export interface Rendered {
  type: FileType;
  /** The file in parts, made while they are read. */
  parts: AsyncIterable<Uint8Array>;
  /** Right once all parts have been read; null for pictures. */
  facts: {
    pages: number | null;
    truncated: boolean | null;
    /** Left out for a PDF that is passed through. */
    completeness?: Completeness;
  };
  /** The document's own title, for the file's name. */
  title: string;
  /** Lets go of what the parts come from. */
  done(): void;
}
