import { act, type RenderResult, render, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { Docs } from "./docs.tsx";

/**
 * Renders the documentation, and waits for its first page, which loads separately. Inside `act`, because a page that is
 * there may not yet listen to what is typed: React runs its effects later, on a busy machine much later.
 */
export async function openDocs(docs: ReactNode = <Docs />): Promise<RenderResult> {
  const view = await act(async () => {
    const rendered = render(docs);
    await import("./overview.tsx");
    return rendered;
  });
  await waitFor(() => {
    if (!document.getElementById("create-job")) throw new Error("The first page has not loaded.");
  });
  return view;
}
