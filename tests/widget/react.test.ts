/** The React example of the guide, bundled and used as a customer would. */
import { join } from "node:path";
import { build } from "vite";
import { afterAll, expect, test } from "vitest";
import { WIDGET_PATH } from "#contract/widget/embed.ts";
import { openBrowser, pressButton } from "../stage/browser.ts";
import { baseUrl, newAccount } from "../stage/service.ts";
import { startSite, visit } from "./host-site.ts";

const EXAMPLE = join(import.meta.dirname, "..", "..", "docs", "widget", "example.tsx");
const ENTRY = `
  import { createElement } from "react";
  import { createRoot } from "react-dom/client";
  import { SaveAsPdf } from "${EXAMPLE}";
  const publicKey = new URLSearchParams(location.search).get("key");
  createRoot(document.querySelector("main")).render(createElement(SaveAsPdf, { publicKey }));
`;

async function bundle(): Promise<string> {
  const outputs = await build({
    configFile: false,
    logLevel: "error",
    plugins: [
      {
        name: "entry",
        resolveId: (id) => (id === "entry" ? id : undefined),
        load: (id) => (id === "entry" ? ENTRY : undefined),
      },
    ],
    build: { write: false, rolldownOptions: { input: "entry" } },
  });
  const [output] = [outputs].flat();
  if (output === undefined || !("output" in output)) throw new Error("The example was not bundled.");
  return output.output[0].code;
}

const browser = await openBrowser();
const site = await startSite();
afterAll(() => site.close());

test("in React, props set the attributes and handlers receive the events", async () => {
  site.serve("/app.js", await bundle(), { "content-type": "text/javascript" });
  const path =
    site.addPage(`<title>App</title><h1>App</h1><script src="${baseUrl}${WIDGET_PATH}" async></script>
    <main></main><script src="/app.js" type="module"></script>`);
  const { publicKey } = await newAccount();
  const { page, consoleLines } = await visit(browser, `${site.origin()}${path}?key=${publicKey}`);
  await pressButton(page);
  await expect.poll(() => consoleLines).toContain("log: App.pdf is ready");
});
