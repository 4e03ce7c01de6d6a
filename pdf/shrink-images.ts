/** Makes the photos of a print smaller: as many px as the sheet needs, as JPEG. */
import { PDFArray, type PDFDict, type PDFDocument, PDFName, PDFNumber, PDFRawStream } from "@cantoo/pdf-lib";
import { placedImages, type Size } from "./placed-images.ts";

const POINTS_PER_INCH = 72;

/** An image as the PDF has it. */
interface Photo {
  bytes: Uint8Array;
  /** A JPEG file; otherwise deflated px of three bytes. */
  isJpeg: boolean;
  width: number;
  height: number;
}

export interface Shrinking {
  maxDpi: number;
  /** Writes the photo as a JPEG of this size. Null for an image that is better kept as it is, such as a drawing. */
  encode(photo: Photo, size: Size): Promise<Uint8Array | null>;
  /** Called when images stay as they are because the print is too large. */
  onExcess(): void;
}

export async function shrinkImages(document: PDFDocument, shrinking: Shrinking): Promise<void> {
  const { maxDpi, encode } = shrinking;
  for (const [ref, paper] of sizesIn(document, shrinking)) {
    const stream = document.context.lookup(ref);
    const photo = stream instanceof PDFRawStream ? photoOf(stream) : null;
    if (!photo || !(stream instanceof PDFRawStream)) continue;
    const wanted = {
      width: (paper.width / POINTS_PER_INCH) * maxDpi,
      height: (paper.height / POINTS_PER_INCH) * maxDpi,
    };
    const scale = Math.min(1, Math.max(wanted.width / photo.width, wanted.height / photo.height));
    if (photo.isJpeg && scale === 1) continue;
    const size = { width: scaled(photo.width, scale), height: scaled(photo.height, scale) };
    const bytes = await encode(photo, size);
    if (!bytes || bytes.length >= photo.bytes.length) continue;
    const { dict } = stream;
    dict.set(PDFName.of("Width"), PDFNumber.of(size.width));
    dict.set(PDFName.of("Height"), PDFNumber.of(size.height));
    dict.set(PDFName.of("Filter"), PDFName.of("DCTDecode"));
    for (const name of ["DecodeParms", "ColorTransform"]) dict.delete(PDFName.of(name));
    document.context.assign(ref, PDFRawStream.of(dict, bytes));
  }
}

function sizesIn(document: PDFDocument, { onExcess }: Shrinking) {
  try {
    return placedImages(document);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    onExcess();
    return [];
  }
}

function scaled(px: number, scale: number): number {
  return Math.max(1, Math.round(px * scale));
}

/** The image of a stream, if it has three colours of 8 bits. Its transparency is another stream, which stays. */
function photoOf({ dict, contents: bytes }: PDFRawStream): Photo | null {
  const isJpeg = dict.lookup(PDFName.of("Filter")) === PDFName.of("DCTDecode");
  const isDeflated = dict.lookup(PDFName.of("Filter")) === PDFName.of("FlateDecode");
  const isUnusual = ["Decode", "DecodeParms", "Mask", "ImageMask"].some((name) => dict.has(PDFName.of(name)));
  const number = (name: string) => dict.lookupMaybe(PDFName.of(name), PDFNumber)?.asNumber() ?? 0;
  if (isUnusual || !(isJpeg || isDeflated) || number("BitsPerComponent") !== 8 || !isRgb(dict)) return null;
  return { bytes, isJpeg, width: number("Width"), height: number("Height") };
}

function isRgb(dict: PDFDict): boolean {
  const space = dict.lookup(PDFName.of("ColorSpace"));
  if (!(space instanceof PDFArray)) return space === PDFName.of("DeviceRGB");
  const profile = space.lookup(1);
  return (
    space.lookup(0) === PDFName.of("ICCBased") &&
    profile instanceof PDFRawStream &&
    profile.dict.lookupMaybe(PDFName.of("N"), PDFNumber)?.asNumber() === 3
  );
}
