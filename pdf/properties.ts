/** Writes the customer's properties into a PDF. */
import type { PDFDocument } from "@cantoo/pdf-lib";
import type { PdfProperties } from "#contract/pdf-file.ts";

/** Sets the given properties, and keeps the others. */
export function setProperties(document: PDFDocument, properties: PdfProperties): void {
  const { title, author, subject, keywords, language } = properties;
  if (title) document.setTitle(title, { showInWindowTitleBar: true });
  if (author) document.setAuthor(author);
  if (subject) document.setSubject(subject);
  if (keywords) document.setKeywords([keywords]);
  if (language) document.setLanguage(language);
}
