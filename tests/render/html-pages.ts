/** Pages of which HTML files are made, with a frame of another site: the same server under another host name. */
import { readFileSync } from "node:fs";
import { html, type Pages, picture } from "./pages.ts";

const FONT = readFileSync("node_modules/pdfjs-dist/standard_fonts/LiberationSans-Bold.ttf");

function styles(css: string): Pages[string] {
  return (_, response) => response.setHeader("content-type", "text/css").end(css);
}

export const WHOLE_COLOR = "rgb(10, 120, 240)";

/** Each way in which a page can show something. */
function whole(other: string): string {
  return html(
    "Whole",
    `<link rel=stylesheet href="${other}/other.css">
    <img src=/blue.svg onclick="ran()"><img srcset="/small.svg 100w, /blue.svg 4000w" sizes=4000px src=/small.svg>
    <canvas id=drawn width=60 height=60></canvas><cut-out>A defined element</cut-out><div id=host>slotted words</div>
    <svg width=60 height=60><use href="/sprite.svg#dot"></use></svg>
    <input id=field value=old><input type=checkbox id=box><textarea id=area></textarea><input type=password value=secret>
    <p id=sheet>by a sheet</p><p id=imported>by an import</p><p id=set>by a set</p><p id=script>by a script</p><p id=font>in a font</p>
    <a href="rel?x=1">a link</a><a href="javascript:ran()">a script</a><noscript>Without scripts</noscript>
    <iframe src="${other}/inside"></iframe><iframe sandbox srcdoc="<p>words of a srcdoc</p>"></iframe>
    <script>
      window.ran = () => document.body.append("ran");
      const ink = drawn.getContext("2d");
      ink.fillStyle = "${WHOLE_COLOR}";
      ink.fillRect(0, 0, 60, 60);
      customElements.define("cut-out", class extends HTMLElement {});
      const root = host.attachShadow({ mode: "open" });
      root.innerHTML = "<p>In a shadow root: <slot></slot></p>";
      const sheet = new CSSStyleSheet();
      sheet.replaceSync("p { color: ${WHOLE_COLOR} }");
      root.adoptedStyleSheets = [sheet];
      document.styleSheets[0].insertRule("#script { color: ${WHOLE_COLOR} }");
      field.value = 'new "value" <b>';
      box.checked = true;
      area.value = "first\\nsecond";
    </script>`,
    "cut-out:not(:defined) { display: none }",
  );
}

/** Text that ends an element and begins a script, in each place where a page can put it. */
const BREAKS = `const end = (name) => "</" + name + "><img src=/asked onerror=parent.ran=1><script>parent.ran=1</" + "script>";
  for (const name of ["style", "xmp", "textarea", "title", "plaintext", "noembed", "SCRIPT", "p"]) {
    const element = document.createElementNS("http://www.w3.org/1999/xhtml", name);
    element.textContent = name === "style" ? 'p::after { content: "' + end(name) + '" }' : end(name);
    element.setAttribute("title", '">' + end(name));
    document.body.append(element);
  }
  document.body.append(document.createComment("-->" + end("p")));
  for (const [name, value] of [["HREF", "/asked"], ["onClick", "ran=1"]])
    document.body.appendChild(document.createElement("a")).setAttributeNS(null, name, value);
  for (const name of ["replace", "slice", "test"]) String.prototype[name] = RegExp.prototype[name] = () => "forged";
  Element.prototype.getAttribute = () => "forged";`;

export const htmlPages: Pages = {
  "/whole": ({ headers }, response) => {
    const other = `http://${String(headers.host).replace("127.0.0.1", "localhost")}`;
    response.setHeader("content-type", "text/html; charset=utf-8").end(whole(other));
  },
  "/other.css": styles(
    `@import "other-import.css"; #sheet { background: url(blue.svg?sheet) }
    #set { background-image: image-set("blue.svg?set" 1x, "blue.svg?large" 2x) }
    @font-face { font-family: Own; src: url(own.ttf) } #font { font-family: Own }`,
  ),
  "/other-import.css": styles(
    `@import "other-import.css"; #imported { background: url("blue.svg?imported") }`,
  ),
  "/own.ttf": (_, response) => response.setHeader("access-control-allow-origin", "*").end(FONT),
  "/blue.svg": picture(WHOLE_COLOR),
  "/small.svg": picture("#000", 0, 10, 5),
  "/sprite.svg": (_, response) =>
    response
      .setHeader("content-type", "image/svg+xml")
      .end(
        '<svg xmlns="http://www.w3.org/2000/svg"><symbol id="dot"><circle r="30" fill="red"/></symbol></svg>',
      ),
  "/inside": html("Inside", `<p>words of another site</p><img src="/blue.svg">`),
  "/densities": html(
    "Densities",
    `<img src="/blue.svg" srcset="/blue.svg 2x"><img src="/small.svg" srcset="/small.svg 1x, /blue.svg 2x">
    <img src="/small.svg" srcset="/blue.svg 1x, /blue.svg 3x">`,
  ),
  "/application": html(
    "Application",
    `<header>Head</header><main>${"<p>words</p>".repeat(100)}</main>`,
    "header{position:fixed;top:0}body{margin:0}main{height:100vh;overflow:auto}",
  ),
  "/hostile": html(
    "Hostile",
    `<h1>The page</h1><img src="/huge.bmp"><iframe src="/hostile/deep"></iframe>
    <img name=adoptedStyleSheets><img name=baseURI><form><input name=attributes><input name=localName></form>
    <object data="/inside"></object><link rel=prefetch href="/asked"><div style='background:url("/blue.svg")'></div>
    <script>${BREAKS}</script>`,
  ),
  "/hostile/deep": html(
    "Deep",
    `<p>deep</p><iframe id=f></iframe><script>
    const depth = Number(location.search.slice(1));
    if (depth < 8) f.src = "?" + (depth + 1);
  </script>`,
  ),
  "/huge.bmp": (_, response) =>
    response.setHeader("content-type", "image/bmp").end(Buffer.alloc(11_000_000, "BM")),
};
