/** Entry for the build: the HTML of the landing page as a visitor first sees it. */
import { StrictMode } from "react";
import { prerender } from "react-dom/static";
import { Router } from "wouter";
import { BelowFold } from "../pages/landing/below-fold.tsx";
import { BelowFoldContent } from "../pages/landing/below-fold-slot.tsx";
import { App } from "./app.tsx";

/** Without a limit, React would move a large part into a script, which the site's policy forbids. */
const progressiveChunkSize = Number.POSITIVE_INFINITY;

export async function prerenderLanding(): Promise<string> {
  const { prelude } = await prerender(
    <StrictMode>
      <Router ssrPath="/">
        <BelowFoldContent value={<BelowFold />}>
          <App />
        </BelowFoldContent>
      </Router>
    </StrictMode>,
    { progressiveChunkSize },
  );
  return new Response(prelude).text();
}
