/** Writes the customer's properties into a PDF. */
import {
  PDFArray,
  PDFDict,
  type PDFDocument,
  PDFHexString,
  PDFName,
  PDFRawStream,
  PDFString,
} from "@cantoo/pdf-lib";
import type { PdfProperties } from "#contract/pdf-file.ts";
import { xmpOf } from "./xmp.ts";

/** Sets the given properties, and keeps the others. */
export function setProperties(document: PDFDocument, properties: PdfProperties): void {
  const { title, author, subject, keywords, language } = properties;
  if (title) document.setTitle(title, { showInWindowTitleBar: true });
  if (author) document.setAuthor(author);
  if (subject) document.setSubject(subject);
  if (keywords) document.setKeywords([keywords]);
  if (language) setLanguage(document, language);
  setXmp(document);
}

/** Chromium also writes the page's language into the top tag, which counts more than the document's. */
function setLanguage(document: PDFDocument, language: string): void {
  document.setLanguage(language);
  const { catalog, context } = document;
  const root = catalog.lookup(PDFName.of("StructTreeRoot"));
  const top = root instanceof PDFDict ? root.lookup(PDFName.of("K")) : undefined;
  for (const ref of top instanceof PDFArray ? top.asArray() : [top]) {
    const tag = context.lookup(ref);
    if (tag instanceof PDFDict) tag.delete(PDFName.of("Lang"));
  }
}

/** Readers prefer the XMP to the properties, so it gets the same values. */
function setXmp({ catalog, context }: PDFDocument): void {
  const info = context.lookup(context.trailerInfo.Info);
  const text = (dict: unknown, key: string) => {
    const value = dict instanceof PDFDict ? dict.lookup(PDFName.of(key)) : undefined;
    return value instanceof PDFString || value instanceof PDFHexString ? value.decodeText() : undefined;
  };
  const xmp = xmpOf({
    title: text(info, "Title"),
    author: text(info, "Author"),
    subject: text(info, "Subject"),
    keywords: text(info, "Keywords"),
    language: text(catalog, "Lang"),
  });
  const stream = PDFRawStream.of(context.obj({ Type: "Metadata", Subtype: "XML", Length: xmp.length }), xmp);
  catalog.set(PDFName.of("Metadata"), context.register(stream));
}
