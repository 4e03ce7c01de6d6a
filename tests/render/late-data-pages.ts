/** Pages whose words come late: from slow requests of their scripts, over a socket, or from a worker. */
import { gzipSync } from "node:zlib";
import { hang, html, type Pages, type Responder } from "./pages.ts";

const SPINNER = '<div class="spinner-border" role="status"></div>';
const STYLE = ".spinner-border{width:32px;height:32px;border:4px solid #ccc;border-radius:50%}";
const SHOW = 'document.getElementById("app").textContent = "All words"';

/** A heading, and a sign that the page is loading until the script shows the words. */
const late = (sign: string, script: string) =>
  html("Late", `<h1>Report</h1><div id="app">${sign}</div><script type="module">${script}</script>`, STYLE);

function after(ms: number): Responder {
  return (_, response) => {
    setTimeout(() => response.end("{}"), ms);
  };
}

/** Sends a part each 250 ms, and the text at the end. */
function inParts(ms: number, type: string, text: string): Responder {
  return (_, response) => {
    response.setHeader("content-type", type);
    const timer = setInterval(() => response.write(" ".repeat(4_000)), 250);
    setTimeout(() => {
      clearInterval(timer);
      response.end(text);
    }, ms);
  };
}

/** Adds a script of the site `localhost`, where the tests' pages are not. */
const ofAnotherSite = (path: string) =>
  `<script>
    const script = document.createElement("script");
    script.src = "http://localhost:" + location.port + "${path}";
    document.body.append(script);
  </script>`;

const PACKED = gzipSync("All words").toString("base64");

/** @param sockets address of the server of sockets */
export const lateDataPages = (sockets: string): Pages => ({
  "/slow": late(SPINNER, `await fetch("/after/4000"); ${SHOW}`),
  "/one-by-one": late("Loading…", `for (let i = 0; i < 4; i += 1) await fetch("/after/1300?" + i); ${SHOW}`),
  "/when-seen": late(
    '<div style="height:3000px"></div><p id="part">Loading…</p>',
    `new IntersectionObserver(async ([{ isIntersecting }], observer) => {
      if (!isIntersecting) return;
      observer.disconnect();
      await fetch("/after/4000");
      ${SHOW};
    }).observe(document.getElementById("part"))`,
  ),
  "/framed": html("Framed", '<h1>Report</h1><iframe src="/slow" width="600" height="300"></iframe>'),
  "/empty": html(
    "Empty",
    `<div id="app"></div><script type="module">await fetch("/after/4000"); ${SHOW}</script>`,
  ),
  "/asks-again": late(
    SPINNER,
    `for (let i = 0; i < 3; i += 1) {
      await fetch("/after/10?" + i);
      await new Promise((resolve) => setTimeout(resolve, 1500));
    }
    ${SHOW}`,
  ),
  // Over HTTP/1.1, six at a time.
  "/queued": late(
    "",
    `await Promise.all(Array.from({ length: 24 }, (_, i) => fetch("/after/1000?" + i))); ${SHOW}`,
  ),
  "/streamed": late(SPINNER, `await (await fetch("/stream")).text(); ${SHOW}`),
  "/socket": late("", `new WebSocket("${sockets}?ms=600").onmessage = () => { ${SHOW} }`),
  "/slow-socket": late(SPINNER, `new WebSocket("${sockets}?ms=2500").onmessage = () => { ${SHOW} }`),
  "/events": late("", `new EventSource("/event/600").onmessage = () => { ${SHOW} }`),
  "/computed": late(
    SPINNER,
    `const worker = new Worker("/worker.js");
     worker.onmessage = ({ data }) => {
       if (data === "ready") setTimeout(() => worker.postMessage("compute"), 50);
       else { ${SHOW} }
     }`,
  ),
  "/worker.js": (_, response) => {
    const code = `onmessage = () => {
      const from = Date.now();
      while (Date.now() - from < 2000);
      postMessage("done");
    };
    postMessage("ready");`;
    response.setHeader("content-type", "text/javascript").end(code);
  },
  // As a report of Playwright: it has no timer and no request, and shows another text first.
  "/packed": html(
    "Packed",
    `<div id="app"></div><script>
      const data = new Blob([Uint8Array.from(atob("${PACKED}"), (char) => char.charCodeAt(0))]);
      const app = document.getElementById("app");
      onload = async () => {
        app.textContent = "No tests found";
        for (let i = 0; i < 20; i += 1) await data.arrayBuffer();
        const { readable, writable } = new DecompressionStream("gzip");
        const text = new Response(readable).text();
        for (let i = 0; i < 1_000; i += 1) await data.arrayBuffer();
        await data.stream().pipeTo(writable);
        app.innerHTML = ("<p>" + (await text) + "</p>").repeat(200);
      };
    </script>`,
  ),
  "/slow-script": late("", "").replace("<script", '<script src="/words-after/5000" defer></script><script'),
  "/slow-script-of-another-site": html(
    "Slow",
    `<div id="app">Loading</div>${ofAnotherSite("/words-after/5000")}`,
  ),
  "/slow-import": late(
    "",
    'await new Promise((resolve) => addEventListener("load", resolve)); import("/words-after/5000")',
  ),
  // As React draws a large page: in slices, of which nothing is seen before the last one, and not at once after a fallback.
  "/draws-import": html("Draws", '<div id="app">Loading…</div><script type="module" src="/app.js"></script>'),
  // As Vite builds it.
  "/app.js": (_, response) => {
    const code = `const link = document.createElement("link");
      link.rel = "modulepreload";
      link.href = "/draws.js";
      document.head.append(link);
      import("/draws.js");`;
    response.setHeader("content-type", "text/javascript").end(code);
  },
  "/draws.js": (_, response) => {
    const code = `const { port1, port2 } = new MessageChannel();
      const endsAt = performance.now() + 2300;
      port1.onmessage = () => {
        const until = performance.now() + 5;
        while (performance.now() < until);
        if (until < endsAt) port2.postMessage(0);
        else setTimeout(() => { ${SHOW} }, 400);
      };
      port2.postMessage(0);`;
    response.setHeader("content-type", "text/javascript").end(code);
  },
  "/hung-script-of-another-site": html(
    "Hangs",
    `<h1>All words</h1><p>The page has them without the script.</p>${ofAnotherSite("/hang/data")}`,
  ),
  "/script-in-parts": html("Parts", `<div id="app"></div>${ofAnotherSite("/words-in-parts/5000")}`),
  "/style-in-parts": html(
    "Parts",
    '<link rel="stylesheet" href="/style-in-parts/12000"><div id="app"></div>',
  ),
  "/data-beside-hung-script": html(
    "Beside",
    `<div id="app"></div>${ofAnotherSite("/hang/data")}<script type="module">
      for (let i = 0; i < 3; i += 1) await fetch("/after/1300?" + i);
      ${SHOW};
    </script>`,
  ),
  "/data-after-late-script": html(
    "After",
    '<div id="app"></div><script src="/code-in-parts/11000" defer></script>',
  ),
  "/code-in-parts/11000": inParts(11_000, "text/javascript", `fetch("/after/1300").then(() => { ${SHOW} })`),
  "/data-in-parts": late("", `await (await fetch("/json-in-parts/6000")).json(); ${SHOW}`),
  "/unread": html("Unread", `<h1>All words</h1><script>fetch("/large")</script>`),
  "/json-in-parts/6000": inParts(6_000, "application/json", "{}"),
  "/large": (_, response) =>
    response.setHeader("content-type", "application/json").end(" ".repeat(20_000_000)),
  "/words-in-parts/5000": inParts(5_000, "text/javascript", SHOW),
  "/style-in-parts/12000": inParts(12_000, "text/css", "div::after { content: 'All words' }"),
  "/words-after/5000": (_, response) => {
    response.setHeader("content-type", "text/javascript");
    setTimeout(() => response.end(SHOW), 5_000);
  },
  "/no-sign": late("Words that are there", 'await fetch("/hang/data")'),
  "/stays": late(SPINNER, 'await fetch("/hang/data")'),
  "/silent": late("Words that are there", `new WebSocket("${sockets}")`),
  "/after/4000": after(4_000),
  "/after/10": after(10),
  "/after/1000": after(1_000),
  "/after/1300": after(1_300),
  "/stream": (_, response) => {
    response.write("{");
    setTimeout(() => response.end("}"), 5_000);
  },
  "/event/600": (_, response) => {
    response.setHeader("content-type", "text/event-stream").flushHeaders();
    setTimeout(() => response.write("data: x\n\n"), 600);
  },
  "/hang/data": hang,
});
