/** Pages with frames of their own and of another site, which is the same server under another host name. */
import { hang, html, type Pages, picture, type Responder } from "./pages.ts";
import { samplePdf } from "./prints-pages.ts";

export const FRAME_COLOR = "rgb(200, 250, 210)";
export const BOX_COLOR = "rgb(10, 120, 240)";
export const CANVAS_COLOR = "rgb(250, 10, 240)";
export const LAZY_COLOR = "rgb(240, 130, 10)";
/** Visible only in a box that the script of the page has scrolled. */
export const SCROLLED_COLOR = "rgb(90, 60, 30)";

/** A page whose body contains addresses of the other site. */
function page(title: string, body: (other: string) => string): Responder {
  return ({ headers: { host = "" } }, response) => {
    const [name, port] = host.split(":");
    const other = `http://${name === "localhost" ? "127.0.0.1" : "localhost"}:${port}`;
    response.setHeader("content-type", "text/html; charset=utf-8").end(html(title, body(other)));
  };
}

function frame(address: string, attributes = ""): string {
  return `<iframe src="${address}" width=400 height=120 ${attributes}></iframe>`;
}

function framed(body: string): string {
  return html("Frame", body, `body{background:${FRAME_COLOR}}`);
}

/** A frame that shows its words only after `script` has called `draw`. */
function drawnBy(words: string, script: string): string {
  return framed(`<p id=p>waiting</p><script>
    const draw = () => { p.textContent = ${JSON.stringify(words)} };
    ${script}
  </script>`);
}

/** Path of a frame → what makes it draw, and the script. The frame then shows "by" and what made it draw. */
export const DRAWN = {
  "/timer": ["a timer", "setTimeout(draw, 400)"],
  "/animation-frame": ["an animation frame", "requestAnimationFrame(draw)"],
  "/seen": ["being seen", "new IntersectionObserver(([e]) => e.isIntersecting && draw()).observe(p)"],
  "/fetched": ["a fetch", 'onload = () => setTimeout(() => fetch("/slow-words").then(draw), 300)'],
  "/big-script": ["a big script", `/*${"x".repeat(1_000_000)}*/ setTimeout(draw, 600)`],
} as const;

const drawn = Object.entries(DRAWN).map(([path, [words, script]]) => [path, drawnBy(`by ${words}`, script)]);

/** Frames that cannot be shown: the reason, the path, the code of the warning and a part of its sentence. */
export const LEFT_OUT = [
  ["refuses to be framed", "/not-in-frames", "frame_left_out", "ERR_BLOCKED_BY_RESPONSE"],
  ["drops the connection", "/dropped", "frame_left_out", "ERR_EMPTY_RESPONSE"],
  ["is a PDF", "/sample.pdf", "frame_left_out", "PDF"],
  ["is a download", "/archive.zip", "frame_left_out", "download"],
  ["responds with 404", "/not-there", "resource_failed", "404"],
  ["never responds", "/never", "resource_slow", "in time"],
] as const;

export const framePages: Pages = {
  ...Object.fromEntries(drawn),
  "/slow-words": (_, response) => void setTimeout(() => response.end("words"), 500),
  "/drawn/first": page("Frames", (other) =>
    Object.keys(DRAWN)
      .map((path) => frame(path) + frame(other + path))
      .join(""),
  ),
  "/drawn/below": page(
    "Frames below",
    (other) =>
      `<div style="height:2500px"></div>${Object.keys(DRAWN)
        .map((path) => frame(path) + frame(other + path))
        .join("")}`,
  ),
  "/frame": framed(
    `<p>words of a frame</p><div style="width:50px;height:30px;background:${BOX_COLOR}"></div>`,
  ),
  "/own-process": (_, response) =>
    response
      .setHeader("origin-agent-cluster", "?1")
      .setHeader("content-type", "text/html")
      .end(framed("<p>words of a frame on its own</p>")),
  "/nested": page("Nested", (other) => frame(`${other}/outer`, "style='height:200px'")),
  "/outer": page("Outer", (other) => `<p>words of an outer frame</p>${frame(`${other}/frame`)}`),
  "/kinds": page(
    "Kinds",
    (other) => `
      ${frame(`${other}/frame`, "sandbox")}
      ${frame(`${other}/own-process`)}
      <iframe sandbox srcdoc="<p>words of a srcdoc</p>"></iframe>
      <object data="${other}/timer" width=400 height=120></object>
      <div style="height:2500px"></div>
      ${frame(`${other}/seen`, "loading=lazy")}`,
  ),
  "/frameset":
    '<!doctype html><title>Frameset</title><frameset cols="50%,50%"><frame src="/frame"><frame src="/long"></frameset>',
  "/scrolls": page("Scrolls", (other) => frame(`${other}/long`)),
  "/long": framed(Array.from({ length: 60 }, (_, index) => `<p>line ${index}.</p>`).join("")),
  "/colored": page("Colors", (other) => frame(`${other}/frame`)),
  "/colored/below": page(
    "Colors below",
    (other) => `<div id=box style="height:100px;overflow:auto">
        <div style="height:500px"></div><div style="height:500px;background:${SCROLLED_COLOR}"></div></div>
      <script>box.scrollTop = 600</script>
      <div style="height:3000px"></div>${frame(`${other}/pictures`)}`,
  ),
  "/pictures":
    framed(`<img loading=lazy src="/lazy.svg" width=60 height=60><canvas id=c width=120 height=60></canvas><script>
    requestAnimationFrame(() => {
      const context = c.getContext("2d");
      context.fillStyle = "${CANVAS_COLOR}";
      context.fillRect(0, 0, 120, 60);
    });
  </script>`),
  "/lazy.svg": picture(LAZY_COLOR, 300, 60, 60),
  "/not-in-frames": (_, response) =>
    response
      .setHeader("x-frame-options", "DENY")
      .setHeader("content-type", "text/html")
      .end(framed("<p>words that no page may frame</p>")),
  "/dropped": ({ socket }) => socket.destroy(),
  "/sample.pdf": async (_, response) => {
    response.setHeader("content-type", "application/pdf").end(await samplePdf(1));
  },
  "/archive.zip": (_, response) => response.setHeader("content-type", "application/zip").end("no archive"),
  "/never": hang,
  ...Object.fromEntries(
    LEFT_OUT.map(([, path]) => [
      `/with${path}`,
      page("Left out", (other) => `<h1>The page</h1>${frame(other + path)}`),
    ]),
  ),
};
