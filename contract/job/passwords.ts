/** Rules of a PDF's passwords beyond their entries. */
import type { z } from "zod";

interface Request {
  options: { outputType: string; pdfOptions?: { password?: string; ownerPassword?: string } };
}

/** Reports equal passwords: the one for opening the file would then allow everything. */
export function checkPasswords({ options: { pdfOptions } }: Request, ctx: z.RefinementCtx): void {
  if (pdfOptions?.password === undefined || pdfOptions.password !== pdfOptions.ownerPassword) return;
  const path = ["options", "pdfOptions", "ownerPassword"];
  ctx.addIssue({ code: "custom", path, message: "must be another one than password" });
}
