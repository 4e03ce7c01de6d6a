/** What readers of a PDF may allow without its owner password. */
export const PDF_PERMISSIONS = ["print", "copy", "modify", "annotate", "fillForms", "assemble"] as const;
