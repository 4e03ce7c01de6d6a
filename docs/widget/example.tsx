/** The React example of the guide. The type check proves that it fits the published types. */
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
