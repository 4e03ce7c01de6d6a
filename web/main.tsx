/** Entry of the web app. */
import "./theme.css";
import { StrictMode } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { App } from "./app/app.tsx";
import { mayBeSignedIn, startSession } from "./session/session.ts";

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no #root");
startSession();
const app = (
  <StrictMode>
    <App />
  </StrictMode>
);
// The HTML of the landing page is that of a visitor.
if (root.hasChildNodes() && !mayBeSignedIn()) {
  hydrateRoot(root, app);
} else {
  root.replaceChildren();
  createRoot(root).render(app);
  delete document.documentElement.dataset.session;
}
