/** Pages that jobs change, wait for, and find faults in. */
import { html, type Pages, picture, type Responder } from "./pages.ts";

/** Colour of what `scrollTo` leads to. */
export const TARGET = [20, 90, 200];

/** Later than the timers that a job waits for by itself. */
const LATE_MS = 1_300;
/** Later than a request that a job waits for by itself. */
const SLOW_MS = 3_500;

const late =
  (respond: Responder): Responder =>
  (request, response) => {
    setTimeout(() => respond(request, response), SLOW_MS);
  };

const STRICT_POLICY =
  "default-src 'none'; script-src 'none'; style-src 'none'; require-trusted-types-for 'script'; trusted-types";

export const controlPages: Pages = {
  "/controlled": html(
    "Controlled",
    `<p id="state">Unpressed</p><p id="spinner">Spinner words</p><button id="more">More</button><p class="banner">Banner words</p>
     <p class="note">Note words</p><p id="late"></p><div style="height:3000px"></div>
     <div id="target" style="height:2000px;background:rgb(${TARGET})"></div>
     <script>
       more.onclick = () => { state.textContent = "Pressed" };
       setTimeout(() => { late.textContent = "Late words"; spinner.remove(); window.finished = true }, ${LATE_MS});
     </script>`,
  ),
  "/fetches-slowly": html(
    "Fetches",
    `<p id="words">Early words</p><script>
       fetch("/slow-words").then((response) => response.text()).then((text) => { words.textContent = text });
     </script>`,
  ),
  "/slow-words": late((_, response) => response.end("Slow words")),
  "/slow-picture": html("Slow picture", "<h1>One picture</h1><img src='/slow.svg' width='200' height='100'>"),
  "/slow.svg": late(picture("red")),
  "/strict": (_, response) =>
    response
      .setHeader("content-security-policy", STRICT_POLICY)
      .setHeader("content-type", "text/html")
      .end(html("Strict", "<h1>Own words</h1>")),
  "/first": html("First", "<h1>First page</h1><form action='/second'><button id='on'>On</button></form>"),
  "/second": html(
    "Second",
    `<div id="app"></div><script>
       fetch("/app-words").then((response) => response.text()).then((text) => {
         app.innerHTML = "<p>" + text + "</p><button id='open'>Open</button>";
         document.getElementById("open").onclick = () => app.append("Opened words");
       });
     </script>`,
  ),
  "/app-words": (_, response) => response.end("Fetched words"),
  "/no-faults": html("Fine", "<h1>All is well</h1><script>fetch('/app-words')</script>"),
  "/frame-404": html("Frame", "<h1>Words</h1><iframe src='/missing'></iframe>"),
  "/image-404": html("Image", "<h1>Words</h1><img src='/missing.png'>"),
  "/data-404": html("Data", "<h1>Words</h1><script>fetch('/missing.json')</script>"),
  "/logs-error": html(
    "Logs",
    "<h1>Words</h1><script>console.error('first', 1); console.error('second')</script>",
  ),
  "/throws": html("Throws", "<h1>Words</h1><script>throw new RangeError('thrown')</script>"),
  "/rejects": html("Rejects", "<h1>Words</h1><script>Promise.reject(new Error('rejected'))</script>"),
};
