/** Entry for the build: the HTML of a page as a visitor first sees it. */
import { StrictMode } from "react";
import { prerender } from "react-dom/static";
import { Router } from "wouter";
import { IsBuild } from "../ui/static-slot.tsx";
import { App } from "./app.tsx";

/** Without a limit, React would move a large part into a script, which the site's policy forbids. */
const progressiveChunkSize = Number.POSITIVE_INFINITY;

export async function prerenderPage(path: string): Promise<string> {
  const { prelude } = await prerender(
    <StrictMode>
      <Router ssrPath={path}>
        <IsBuild value={true}>
          <App />
        </IsBuild>
      </Router>
    </StrictMode>,
    { progressiveChunkSize },
  );
  return new Response(prelude).text();
}
