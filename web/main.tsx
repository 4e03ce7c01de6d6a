/** Entry of the web app. */
import "./app/older-browsers.ts";
import "./theme.css";
import { StrictMode } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { Router } from "wouter";
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
// The HTML of the build is that of a visitor, at an address without a query.
if (root.hasChildNodes() && !mayBeSignedIn()) {
  hydrateRoot(
    root,
    <Router ssrPath={window.location.pathname} ssrSearch="">
      {app}
    </Router>,
  );
} else {
  root.replaceChildren();
  createRoot(root).render(app);
  delete document.documentElement.dataset.session;
}
