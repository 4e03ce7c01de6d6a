/** What the owner of a PDF allows to readers who open it without a password. A changed file keeps it. */
import { randomUUID } from "node:crypto";
import { type PDFContext, PDFDict, type PDFDocument, PDFName, PDFNumber } from "@cantoo/pdf-lib";
import type { PdfProtection } from "#contract/pdf-file.ts";
import { PDF_PERMISSIONS } from "#contract/pdf-permissions.ts";

type Permissions = NonNullable<PdfProtection["permissions"]>;

/** The encryption dictionary of each parsed file. pdf-lib removes it from a document that it has decrypted. */
const encryptions = new WeakMap<PDFContext, PDFDict>();

/** Is called by the parser at the end of a file. */
export function noteEncryption(context: PDFContext): void {
  const dict = context.lookup(context.trailerInfo.Encrypt);
  if (dict instanceof PDFDict) encryptions.set(context, dict);
}

/** The permissions of a file that is encrypted with an empty password. Null for one that allows everything. */
export function restrictionsOf({ context }: PDFDocument): Permissions | null {
  const dict = encryptions.get(context);
  if (!dict) return null;
  const flags = dict.lookup(PDFName.of("P"), PDFNumber).asNumber();
  const revision = dict.lookup(PDFName.of("R"), PDFNumber).asNumber();
  // ISO 32000-2, table 22. Bits are counted from 1; revision 2 knows the first six only.
  const has = (bit: number) => (flags & (1 << (bit - 1))) !== 0;
  const alsoHas = (bit: number) => revision > 2 && has(bit);
  const may: Record<Permissions[number], boolean> = {
    print: has(3),
    modify: has(4),
    copy: has(5),
    annotate: has(6),
    fillForms: has(6) || alsoHas(9),
    assemble: has(4) || alsoHas(11),
  };
  const allowed = PDF_PERMISSIONS.filter((word) => may[word]);
  return allowed.length < PDF_PERMISSIONS.length ? allowed : null;
}

/** The protection of a job's file that allows no more than `restrictions`. If the job sets no owner password, it is random and not kept. */
export function protectionWithin(restrictions: Permissions, own: PdfProtection = {}): PdfProtection {
  const { ownerPassword, permissions = [] } = own;
  return {
    ...own,
    ownerPassword: ownerPassword ?? randomUUID(),
    permissions:
      ownerPassword === undefined ? restrictions : restrictions.filter((word) => permissions.includes(word)),
  };
}
