/** Pages that are not ready at their load event, and pages that never become ready. */
import { hang, html, type Pages, picture, type Responder } from "./pages.ts";

/** Colour of each image, by the way in which it is loaded late. */
export const COLORS = {
  native: "rgb(200, 10, 20)",
  observed: "rgb(10, 200, 20)",
  scrolled: "rgb(20, 10, 200)",
  inner: "rgb(200, 200, 10)",
  slow: "rgb(10, 200, 200)",
  behind: "rgb(90, 20, 140)",
} as const;

const far = (content: string) => `<div style="height:3000px"></div>${content}`;
const lazyScript = `for (const box of document.querySelectorAll("[data-src]")) {
  new IntersectionObserver(([entry], self) => {
    if (!entry.isIntersecting) return;
    self.disconnect();
    box.innerHTML = '<img src="' + box.dataset.src + '">';
  }).observe(box);
}`;

/** A second of one colour, 64 × 36 px, made with ffmpeg. */
const VIDEO = Buffer.from(
  "GkXfo59ChoEBQveBAULygQRC84EIQoKEd2VibUKHgQJChYECGFOAZwEAAAAAAAH7EU2bdLpNu4tTq4QVSalmU6yBoU27i1OrhBZUrmtTrIHYTbuMU6uEElTDZ1OsggEeTbuMU6uEHFO7a1OsggHl7AEAAAAAAABZAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAVSalmsirXsYMPQkBNgI1MYXZmNTkuMjcuMTAwV0GNTGF2ZjU5LjI3LjEwMESJiECPQAAAAAAAFlSua8GuAQAAAAAAADjXgQFzxYjZHEIBhg671pyBACK1nIN1bmSIgQCGhVZfVlA4g4EBI+ODhDuaygDgibCBQLqBJJqBAhJUw2f9c3OgY8CAZ8iaRaOHRU5DT0RFUkSHjUxhdmY1OS4yNy4xMDBzc9djwItjxYjZHEIBhg671mfIoUWjh0VOQ09ERVJEh5RMYXZjNTkuMzcuMTAwIGxpYnZweGfIokWjiERVUkFUSU9ORIeUMDA6MDA6MDEuMDAwMDAwMDAwAAAfQ7Z1wOeBAKO7gQAAgNACAJ0BKkAAJAAARwiFhYiZhIgCAgJ08ma6NHm/FnfA/vzelFXq8yr/92F//92F//92F/+6wAAcU7trkbuPs4EAt4r3gQHxggGg8IED",
  "base64",
);

/** A script that arrives `delayMs` after its request. */
function script(code: string, delayMs = 0): Responder {
  return (_, response) => {
    setTimeout(() => response.setHeader("content-type", "text/javascript").end(code), delayMs);
  };
}

/** An application that shows a spinner until its words are there. */
const application = (code: string) =>
  html("App", `<div id="app">Loading…</div><script type="module">${code}</script>`);
const show = (words: string) => `document.getElementById("app").textContent = "${words}"`;

/** Sends the first part at once and the second one `delayMs` later. */
function inTwoParts(first: string, second: string, delayMs: number): Responder {
  return (_, response) => {
    response.setHeader("content-type", "text/html; charset=utf-8").write(first);
    setTimeout(() => response.end(second), delayMs);
  };
}

const refreshing = (content: string, words: string) =>
  html("Refreshes", `<meta http-equiv="refresh" content="${content}"><h1>${words}</h1>`);

const HANGING = '<script src="/hang/script"></script>';
/** A script that writes another script element with a new address on each load, as advertisements do. */
const WRITES_HANGING = `<script>
  document.write('<script src="/hang/written?' + Math.random() + '"></' + 'script>');
</script>`;

/** A lazy image on the first sheet, and one that is twenty screens further down if the style sheet does not hide them. */
const lazyBelow = (style: string, rest = "") =>
  html(
    "Lazy below",
    `<h1>Two images</h1><img loading="lazy" src="/image/native?near" width="200" height="100">
     <div class="screens">Twenty screens</div>
     <img loading="lazy" src="/image/observed?far" width="200" height="100">${rest}
     <style>.screens { height: 20000px }</style>`,
    style,
  );

/** A page behind a box that covers the window. `script` removes the box. */
function preloader(script: string): string {
  return html(
    "Preloader",
    `<div id=box>Words behind the preloader</div><div id=cover><p>Loading…</p></div><script>${script}</script>`,
    `#box{height:400px;background:${COLORS.behind}}
    #cover{position:fixed;inset:0;background:#fff;transition:opacity .6s}`,
  );
}

/** Over HTTP/1.1, a browser requests six at a time. */
const manyImages = (address: string, attributes = "") =>
  `<h1>Many images</h1>${Array.from({ length: 24 }, (_, index) => `<img ${attributes} src="${address}?${index}">`).join("")}`;

export const readinessPages: Pages = {
  "/static": html("Static", "<h1>Nothing to wait for</h1><p>Plain text.</p>"),
  "/script-is-done": application(
    `const timer = setTimeout(() => {}, 900);
     ${show("All is there")};
     addEventListener("load", () => clearTimeout(timer));`,
  ),
  "/image/native": picture(COLORS.native, 100),
  "/image/observed": picture(COLORS.observed, 100),
  "/image/scrolled": picture(COLORS.scrolled, 100),
  "/image/inner": picture(COLORS.inner, 100),
  "/image/slow": picture(COLORS.slow, 1200),
  "/lazy": html(
    "Lazy",
    `${far('<img loading="lazy" src="/image/native" width="200" height="100">')}
     ${far('<div data-src="/image/observed" style="height:100px"></div>')}
     ${far('<div id="late" style="height:100px"></div>')}
     <div style="height:300px;width:300px;overflow:auto">${far('<div data-src="/image/inner" style="height:100px"></div>')}</div>
     <script>${lazyScript}
       addEventListener("scroll", () => {
         const box = document.getElementById("late");
         if (!box.firstChild && box.getBoundingClientRect().top < innerHeight)
           box.innerHTML = '<img src="/image/scrolled">';
       });
     </script>`,
  ),
  "/lazy-below": lazyBelow(""),
  // What is far down in the window is on the sheets.
  "/lazy-below/print": lazyBelow("@media print { .screens { display: none } }"),
  "/lazy-below/nested": lazyBelow(".screens { @media print { display: none } }"),
  "/lazy-below/screen": lazyBelow("@media not screen { .screens { display: none } }"),
  "/lazy-below/low": lazyBelow("@media (max-height: 1100px) { h1 { height: 1px } }"),
  "/lazy-below/columns": lazyBelow("body { columns: 4 }", "<div style='height:70000px'>The rest</div>"),
  "/lazy-below/estimated": lazyBelow(
    ".screens { content-visibility: auto; contain-intrinsic-size: 1px 20000px; height: auto !important }",
  ),
  "/lazy-below/before-print": lazyBelow(
    "",
    "<script>addEventListener('beforeprint', () => document.querySelector('.screens').remove())</script>",
  ),
  "/image/of-many": picture(COLORS.slow, 900),
  "/image/of-many-slow": picture(COLORS.slow, 1_600),
  "/many-images": html("Many images", manyImages("/image/of-many")),
  "/many-lazy-images": html("Many images", manyImages("/image/of-many-slow", "loading=lazy")),
  "/hang/lazy.png": hang,
  "/lazy-image-hangs": html("Image", '<h1>One image</h1><img loading=lazy src="/hang/lazy.png">'),
  "/slow-image": html("Slow image", '<h1>One image</h1><img src="/image/slow">'),
  "/late-background": html(
    "Late background",
    `<h1>One background</h1><div id="box" style="height:300px"></div>
    <script>addEventListener("load", () => setTimeout(() => { box.className = "shown"; }))</script>`,
    ".shown { background: url(/image/slow) }",
  ),
  "/late-video": html(
    "Late video",
    `<div id="box"></div><script>
      addEventListener("load", () => setTimeout(() => {
        box.innerHTML = '<video src="/video" controls width="640" height="360" style="display:block"></video>';
      }))
    </script>`,
  ),
  "/video": (_, response) => {
    setTimeout(() => response.setHeader("content-type", "video/webm").end(VIDEO), 700);
  },
  "/single-page-app": html(
    "App",
    `<div id="app"></div><script>
      fetch("/data").then((response) => response.json()).then(({ words }) => {
        document.getElementById("app").innerHTML = "<h1>" + words + "</h1><img src=/image/slow>";
      });
    </script>`,
  ),
  "/data": (_, response) => {
    setTimeout(
      () => response.setHeader("content-type", "application/json").end('{"words":"came by fetch"}'),
      600,
    );
  },
  "/imports": application('import("/route.js")'),
  "/route.js": script('import("/words.js")', 800),
  "/words.js": script(show("came by import"), 800),
  // Some frameworks show their spinner for a minimum time.
  "/spinner-stays": application('import("/at-once.js")'),
  "/at-once.js": script(`setTimeout(() => { ${show("came after the spinner")} }, 600)`),
  "/fetches-later": application(
    `setTimeout(() => fetch("/data").then(() => { ${show("came after a while")} }), 500)`,
  ),
  "/fetches-when-idle": application(
    `requestIdleCallback(() => fetch("/data").then(() => { ${show("came when idle")} }))`,
  ),
  "/works-elsewhere": application(
    'new Worker("/worker.js").onmessage = ({ data }) => { document.getElementById("app").textContent = data }',
  ),
  "/worker.js": script(
    'importScripts("/part.js"); fetch("/data").then(() => postMessage("came from a worker"))',
    800,
  ),
  "/part.js": script("", 800),
  "/shows-what-is-seen": application(
    `addEventListener("load", () => new IntersectionObserver(([entry], observer) => {
       observer.disconnect();
       if (entry.isIntersecting) requestAnimationFrame(() => { ${show("came when seen")} });
     }).observe(document.body))`,
  ),
  "/looks-in-each-frame": application(
    `const app = document.getElementById("app");
     app.style.marginTop = "3000px";
     const look = () => {
       if (app.getBoundingClientRect().top < innerHeight) { ${show("came in a frame")} }
       requestAnimationFrame(look);
     };
     look();`,
  ),
  "/works-in-slices": application(
    `const { port1, port2 } = new MessageChannel();
     let slices = 5;
     port1.onmessage = () => {
       const until = performance.now() + 100;
       while (performance.now() < until);
       slices -= 1;
       if (slices > 0) port2.postMessage(0);
       else ${show("came in the last slice")};
     };
     port2.postMessage(0);`,
  ),
  // As Preact does it: effects follow a frame, and the words that they lead to follow timers.
  "/comes-in-steps": html(
    "Steps",
    `<p id="app">Loading…</p><script>
      const inSteps = (steps, work) => steps === 0 ? work() : setTimeout(() => inSteps(steps - 1, work), 15);
      requestAnimationFrame(() => inSteps(7, () => { ${show("came in the last step")} }));
    </script>`,
  ),
  "/a-moment-late.svg": picture("#0c0", 300),
  // As Grid.js does it, which waits between two drawings.
  "/comes-in-turn": html(
    "In turn",
    `<p id="app">Loading…</p><script>
      const inSteps = (steps, work) => steps === 0 ? work() : setTimeout(() => inSteps(steps - 1, work));
      requestAnimationFrame(() => inSteps(5, () => {
        setTimeout(() => inSteps(2, () => { ${show("came in the last turn")} }), 900);
      }));
    </script><img src="/a-moment-late.svg">`,
  ),
  // As NexT brings in a post: its parts have their places, and become visible one after the other.
  "/brought-in": html(
    "Brought in",
    `<h1>Title</h1><p class=part>The first part of the words of this page</p><p class=part>The words that came last</p>
    <style>.part { visibility: hidden }</style><script>
      for (const [at, part] of document.querySelectorAll(".part").entries())
        setTimeout(() => { part.style.visibility = "visible" }, 1300 + 400 * at);
    </script>`,
  ),
  "/hung-import": application('import("/hang/script")'),
  "/growing": html(
    "Growing",
    `<h1>Grows</h1><script>
      let left = 8;
      const timer = setInterval(() => {
        document.body.insertAdjacentHTML("beforeend", "<p style='height:300px'>part " + left + "</p>");
        left -= 1;
        if (left === 0) clearInterval(timer);
      }, 100);
    </script>`,
  ),
  "/web-font": html(
    "Font",
    "<h1 style='font-family:Late'>Words in a late font</h1>",
    "@font-face{font-family:Late;src:url(/font)}",
  ),
  "/font": hang,
  "/entrance": html(
    "Entrance",
    "<div id='box' style='width:300px;height:300px;background:rgb(120, 30, 200)'></div>",
    "#box{animation:in 20s both}@keyframes in{from{opacity:0}to{opacity:1}}",
  ),
  "/entrance-in-shadow": html(
    "Entrance in a shadow tree",
    `<x-box></x-box><script>
      document.querySelector("x-box").attachShadow({ mode: "open" }).innerHTML =
        \`<div></div><style>
          div { height: 300px; background: rgb(120, 30, 200); animation: in 20s both }
          @keyframes in { from { opacity: 0 } }
        </style>\`;
    </script>`,
  ),
  "/entrance-in-svg": html(
    "Entrance in a drawing",
    `<svg height="100"><text y="50" display="none">Words at the end
       <set attributeName="display" to="inline" begin="20s" /></text></svg>`,
  ),
  "/never-quiet": html(
    "Never quiet",
    `<h1>Busy for ever</h1><div class="spin">o</div><img src="/hang/pixel" width="1" height="1"><script>
      const poll = () => fetch("/hang/poll").finally(poll);
      poll();
      const tick = () => setTimeout(tick, 100);
      tick();
      setInterval(() => navigator.sendBeacon("/beacon", "x"), 50);
      setInterval(() => { document.title = "Never quiet"; }, 20);
      const frame = () => requestAnimationFrame(frame);
      frame();
    </script>`,
    ".spin{animation:spin 1s infinite}@keyframes spin{to{transform:rotate(1turn)}}",
  ),
  "/hang/pixel": hang,
  "/hang/poll": hang,
  "/hang/script": hang,
  "/hang/style": hang,
  "/beacon": (_, response) => response.writeHead(204).end(),
  "/hang/written": hang,
  "/hang/third": hang,
  "/counted": html(
    "Counted",
    `<h1>Counted</h1><img src="/image/native"><img src="/missing.png"><script src="/hang/script" async></script>`,
  ),
  "/hung-in-head": `<!doctype html><title>Head</title>${HANGING}<h1>All words</h1>`,
  "/hung-written": html("Written", `<h1>Before</h1>${WRITES_HANGING}<h2>All words</h2>`),
  "/hung-three": html(
    "Three",
    `<h1>Before</h1>${HANGING}<p>Between</p>${WRITES_HANGING}<p>Between</p><script src="/hang/third"></script><h2>All words</h2>`,
  ),
  "/hung-style-first": html(
    "Style first",
    `<link rel="stylesheet" href="/hang/style"><h1>Before</h1><script>document.write("<h2>All words</h2>")</script>`,
  ),
  "/hung-in-frame": html("Frame", '<h1>Before</h1><iframe src="/hung-in-head"></iframe><h2>All words</h2>'),
  "/in-two-parts": inTwoParts(
    "<!doctype html><title>Parts</title><h1>Before</h1>",
    "<h2>All words</h2>",
    4_000,
  ),
  "/leads-to-slow": html("Leads", "<h1>Leading on</h1><script>location.replace('/responds-late')</script>"),
  "/responds-late": (_, response) => {
    const page = html("Late", "<h1>All words</h1>");
    setTimeout(() => response.setHeader("content-type", "text/html").end(page), 4_500);
  },
  "/refreshes": (_, response) =>
    response
      .setHeader("content-type", "text/html")
      .setHeader("refresh", "2; url=/refreshes-again")
      .end(html("Refreshes", "<h1>You are redirected</h1>")),
  "/refreshes-again": refreshing("3; url=/all-words", "You are redirected again"),
  "/leaves-later": html(
    "Leaves",
    "<h1>You are led on</h1><script>setTimeout(() => { location.href = '/counts-down' }, 2000)</script>",
  ),
  "/counts-down": html(
    "Counts",
    `<h1>You are led on in <b>3</b></h1><script>
      const rest = document.querySelector("b");
      setInterval(() => { rest.textContent -= 1; if (rest.textContent === "0") location.assign("/all-words"); }, 1000);
    </script>`,
  ),
  "/stays": html(
    "Stays",
    `<h1>All words</h1><script>
      const timer = setTimeout(() => { location.href = "/elsewhere" }, 2000);
      clearTimeout(timer);
      setTimeout(() => { location.href = "/elsewhere" }, 20_000);
      setTimeout(() => { document.title = location.href }, 2000);
    </script>`,
  ),
  "/all-words": html("All", "<h1>All words</h1>"),
  "/refreshes-itself": refreshing("1", "All words"),
  "/refreshes-in-turn": refreshing("1; url=/refreshes-back", "One slide"),
  "/refreshes-back": refreshing("1; url=/refreshes-in-turn", "All words"),
  "/refreshes-late": refreshing("10; url=/elsewhere", "All words"),
  "/typed": html(
    "Typed",
    `<h1 id="words"></h1><script>
      const text = "Letters that a script types one by one: All words";
      const type = (length) => {
        words.textContent = text.slice(0, length);
        if (length < text.length) setTimeout(type, 100, length + 1);
      };
      setTimeout(type, 500, 1);
    </script>`,
  ),
  "/draws-in-parts": html(
    "Parts",
    `<main id="parts"></main><script>
      const draw = (part) => {
        for (const end = Date.now() + 150; Date.now() < end; );
        parts.append(part === 30 ? "All words" : "part " + part + " ");
        if (part < 30) setTimeout(draw, 0, part + 1);
      };
      addEventListener("load", () => setTimeout(draw, 0, 1));
    </script>`,
  ),
  "/hung-script": html(
    "Hung script",
    "<h1>Before</h1><script src='/hang/script'></script><h2>After the script</h2>",
  ),
  "/hung-style": html("Hung style", "<link rel='stylesheet' href='/hang/style'><h1>Unstyled words</h1>"),
  "/blank-at-first": html(
    "Blank at first",
    "<script>setTimeout(() => document.body.append('late words'), 1500)</script>",
  ),
  "/preloader": preloader(
    "addEventListener('load', () => setTimeout(() => { cover.style.opacity = 0; setTimeout(() => cover.remove(), 700) }, 1500))",
  ),
  "/preloader-stays": preloader(""),
  // As in templates with Bulma's page loader.
  "/preloader-slides-in": preloader(
    "cover.style.transform = 'translateY(-100%)'; addEventListener('load', () => { cover.style.transition = 'transform .4s'; cover.style.transform = 'none'; setTimeout(() => cover.remove(), 1600) })",
  ),
};
