/** A React page with the button, as the guide shows it; the type check keeps guide and types true. */
import type { ReactNode } from "react";
import type {} from "./react";

export function SaveAsPdf({ publicKey }: { publicKey: string }): ReactNode {
  return (
    <platen-button
      public-key={publicKey}
      output-type="pdf"
      pdf-format="Letter"
      onplaten-done={(event) => console.log(`${event.detail.filename} is ready`)}
    />
  );
}
