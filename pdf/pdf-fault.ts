/** A fault of the PDF itself, not of the service. */
import type { PdfFaultCode } from "#contract/pdf-file.ts";

export class PdfFault extends Error {
  readonly code: PdfFaultCode;

  constructor(code: PdfFaultCode) {
    super(code);
    this.name = "PdfFault";
    this.code = code;
  }
}
