/** What every contender in a table can do: turn a page into bytes. */

export type Output = "pdf" | "jpeg";

export interface Converter {
  name: string;
  /** Jobs wait in a queue of its own for a free tab; the others open a tab for whatever they are asked. */
  hasQueue: boolean;
  /** Bytes of the result; 0 when the contender cannot make this output. */
  convert(url: string, output: Output): Promise<number>;
  close(): Promise<void>;
}

/** The same work for all: A4 with backgrounds, or a full-page JPEG at the service's default viewport. */
export const PDF = { format: "A4", printBackground: true } as const;
export const JPEG = { type: "jpeg", quality: 90, fullPage: true } as const;
export const VIEWPORT = { width: 1920, height: 1080 } as const;
