/** Applications with the snippets of the guides, built with Vite as a customer builds them. */
import { mkdir, mkdtemp, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { createElement } from "react";
import { renderToString } from "react-dom/server";
import ts from "typescript";
import { build } from "vite";
import { SERVICE_DIR } from "../../tools/paths.ts";
import type { Site } from "./host-site.ts";

/** Inside the project, so that imports find its packages. */
async function newFolder(files: Readonly<Record<string, string>>): Promise<string> {
  await mkdir(SERVICE_DIR, { recursive: true });
  const folder = await mkdtemp(join(SERVICE_DIR, "app-"));
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  return folder;
}

/** Builds the pages of a folder, with its `vite.config.js` if it has one, and serves the output. */
async function serveBuilt(site: Site, folder: string, pages: readonly string[], config: string | false) {
  const outputs = await build({
    root: folder,
    base: `/${basename(folder)}/`,
    configFile: config && join(folder, config),
    logLevel: "error",
    build: {
      write: false,
      modulePreload: false,
      rolldownOptions: { input: pages.map((page) => join(folder, page)) },
    },
  });
  for (const output of [outputs].flat()) {
    if (!("output" in output)) throw new Error("The application was not built.");
    for (const file of output.output) {
      const isPage = file.fileName.endsWith(".html");
      const body = file.type === "chunk" ? file.code : Buffer.from(file.source);
      const type = isPage ? "text/html; charset=utf-8" : "text/javascript";
      site.serve(`/${basename(folder)}/${file.fileName}`, body, { "content-type": type });
    }
  }
  return (page: string) => `/${basename(folder)}/${page}`;
}

/** The component as HTML, as a server of Next.js sends it. */
async function renderOnServer(component: string): Promise<string> {
  const { outputText } = ts.transpileModule(component, {
    compilerOptions: {
      jsx: ts.JsxEmit.ReactJSX,
      module: ts.ModuleKind.ESNext,
      target: ts.ScriptTarget.ESNext,
    },
  });
  const folder = await newFolder({ "save-as-pdf.mjs": outputText });
  const module: object = await import(join(folder, "save-as-pdf.mjs"));
  return renderToString(createElement(Reflect.get(module, "SaveAsPdf")));
}

function reactPage(script: string, html = ""): string {
  return `<!doctype html><html lang="en"><title>App</title><h1>An application</h1><main>${html}</main>
    <script type="module" src="./${script}"></script>`;
}

/** Two pages: one renders the component of React's guide, the other hydrates that of Next.js's guide. */
export async function serveReactApp(site: Site, guides: { react: string; next: string }) {
  const start = (file: string, call: string) => `import { createElement } from "react";
    import { createRoot, hydrateRoot } from "react-dom/client";
    import { SaveAsPdf } from "./${file}";
    const main = document.querySelector("main");
    ${call}`;
  const folder = await newFolder({
    "react.tsx": guides.react,
    "next.tsx": guides.next,
    "start-react.ts": start("react.tsx", "createRoot(main).render(createElement(SaveAsPdf));"),
    "start-next.ts": start("next.tsx", "hydrateRoot(main, createElement(SaveAsPdf));"),
    "react.html": reactPage("start-react.ts"),
    "next.html": reactPage("start-next.ts", await renderOnServer(guides.next)),
  });
  return serveBuilt(site, folder, ["react.html", "next.html"], false);
}

export async function serveVueApp(site: Site, guide: { script: string; config: string; component: string }) {
  const folder = await newFolder({
    "vite.config.js": guide.config,
    "save-as-pdf.vue": guide.component,
    "start.js":
      'import { createApp } from "vue"; import App from "./save-as-pdf.vue"; createApp(App).mount("main");',
    "index.html": `<!doctype html><html lang="en"><head><title>App</title>${guide.script}</head>
      <main></main><script type="module" src="./start.js"></script>`,
  });
  return serveBuilt(site, folder, ["index.html"], "vite.config.js");
}
