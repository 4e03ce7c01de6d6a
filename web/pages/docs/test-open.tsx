import { type RenderResult, render, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { Docs } from "./docs.tsx";

/** Renders the documentation, and waits for its first page, which loads separately. */
export async function openDocs(docs: ReactNode = <Docs />): Promise<RenderResult> {
  const view = render(docs);
  await waitFor(() => {
    if (!document.getElementById("create-job")) throw new Error("The first page has not loaded.");
  });
  return view;
}
