/** Pages that scripts animate, or show only where a visitor has scrolled. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { html, type Pages } from "../render/pages.ts";

export const BAR = { color: [0, 90, 180], px: 300 } as const;
export const END = { color: [0, 150, 0], number: "54321" } as const;
export const BLOCKS = { count: 8, px: 400, color: [150, 60, 0] } as const;

const rgb = (color: readonly number[]) => `rgb(${color.join(",")})`;
const chartLibrary = fileURLToPath(new URL("chart.umd.js", import.meta.resolve("chart.js")));

/** Counts up, which `clock` measures. At the end, the box has another colour. `isSlow`: each frame takes 100 ms. */
const counts = (clock: string, { isSlow = false, durationMs = 4_000 } = {}) =>
  html(
    "Counts",
    `<h1 id="number">0</h1><div id="box"></div><script>
      const clock = ${clock};
      const begin = clock();
      // An event has the browser's own time.
      const now = () => new Event("step").timeStamp;
      const step = () => {
        ${isSlow ? "for (const end = now() + 100; now() < end; );" : ""}
        const part = Math.min(1, (clock() - begin) / ${durationMs});
        number.textContent = Math.round(part * ${END.number});
        if (part === 1) box.style.background = "${rgb(END.color)}";
        else requestAnimationFrame(step);
      };
      requestAnimationFrame(step);
    </script>`,
    "#box{height:200px;background:#888}",
  );

export const SLIDES = { top: 1_300, left: [100, 300, 500] } as const;

const blocks = (attributes: string) =>
  Array.from({ length: BLOCKS.count }, (_, index) => `<div ${attributes}>Block ${index}</div>`).join("");
const BLOCK_STYLE = `div{height:${BLOCKS.px}px;background:${rgb(BLOCKS.color)};opacity:0}`;

export const scriptMotionPages: Pages = {
  "/chart.js": (_, response) =>
    response.setHeader("content-type", "text/javascript").end(readFileSync(chartLibrary)),
  "/chart": html(
    "Chart",
    `<div id="box"><canvas id="chart"></canvas></div><script src="/chart.js"></script><script>
      new Chart(chart, {
        type: "bar",
        data: { labels: ["only"], datasets: [{ data: [10], backgroundColor: "${rgb(BAR.color)}", barPercentage: 1, categoryPercentage: 1 }] },
        options: { maintainAspectRatio: false, plugins: { legend: { display: false } }, scales: { x: { display: false }, y: { display: false, max: 10 } } },
      });
    </script>`,
    `#box{height:${BAR.px}px}`,
  ),
  "/counts/performance": counts("() => performance.now()"),
  "/counts/date": counts("() => +new Date()"),
  "/counts/now": counts("() => Date.now()"),
  "/counts/slowly": counts("() => Date.now()", { isSlow: true }),
  "/counts/long": counts("() => performance.now()", { durationMs: 9_000 }),
  // An event has the browser's own time.
  "/ahead": html(
    "Ahead",
    `<div id="box"></div><script>
      const step = () => {
        if (performance.now() - new Event("step").timeStamp > 300) box.style.background = "${rgb(END.color)}";
        requestAnimationFrame(step);
      };
      step();
    </script>`,
    "#box{height:200px;background:#888}",
  ),
  // A throttled handler, as most libraries have one: it looks where the page is 100 ms after the first of several scrolls.
  "/revealed": html(
    "Revealed",
    `${blocks('class="hidden"')}<script>
      const look = () => {
        for (const one of document.querySelectorAll(".hidden")) {
          const { top, bottom } = one.getBoundingClientRect();
          if (top < innerHeight && bottom > 0) one.className = "";
        }
      };
      look();
      let timer = 0;
      addEventListener("scroll", () => {
        timer ||= setTimeout(() => { timer = 0; look(); }, 100);
      });
    </script>`,
    `${BLOCK_STYLE}div:not(.hidden){opacity:1}`,
  ),
  "/revealed-in-view": html(
    "Revealed in view",
    `${blocks('data-aos="fade-up" class="aos-init"')}<script>
      const look = () => {
        for (const one of document.querySelectorAll(".aos-init"))
          one.classList.toggle("aos-animate", one.getBoundingClientRect().top < innerHeight);
      };
      look();
      addEventListener("scroll", look);
    </script>`,
    `${BLOCK_STYLE}div{transition:opacity 2s}div.aos-animate{opacity:1}`,
  ),
  // Each block hides again when it leaves the view.
  "/observed-in-view": html(
    "Observed in view",
    `${blocks('class="observed"')}<script>
      const observer = new IntersectionObserver((entries) => {
        for (const { target, isIntersecting } of entries) target.classList.toggle("shown", isIntersecting);
      });
      for (const one of document.querySelectorAll(".observed")) observer.observe(one);
    </script>`,
    `${BLOCK_STYLE}div{transition:opacity 0.5s}div.shown{opacity:1}`,
  ),
  // Each block hides and moves again when it leaves the view.
  "/seen-in-view": html(
    "Seen in view",
    `${blocks('class="seen"')}<script>
      const look = () => {
        for (const one of document.querySelectorAll(".seen")) {
          const { top, bottom } = one.getBoundingClientRect();
          const isSeen = top < innerHeight * 0.8 && bottom > 0;
          one.style.opacity = isSeen ? 1 : 0;
          one.style.transform = isSeen ? "translateX(0px)" : "translateX(2000px)";
        }
      };
      look();
      addEventListener("scroll", look);
    </script>`,
    `${BLOCK_STYLE}body{overflow-x:hidden}`,
  ),
  // Each slide has its mark at another place. They turn while the page is scrolled.
  "/slides": html(
    "Slides",
    `${SLIDES.left.map((left) => `<div class="slide">A slide<i style="left:${left}px"></i></div>`).join("")}
    <p style="margin-top:3000px">The end</p><script>
      const slides = document.querySelectorAll(".slide");
      let at = 0;
      const turn = () => slides.forEach((slide, index) => { slide.style.opacity = index === at ? 1 : 0 });
      turn();
      addEventListener("scroll", () => { at = (at + 1) % slides.length; turn() });
    </script>`,
    `.slide{position:absolute;left:0;top:${SLIDES.top}px;width:900px;height:300px}.slide i{position:absolute;top:100px;width:100px;height:100px;background:${rgb(END.color)}}`,
  ),
  // Styles alone show each block on its way down the window, and hide it again at the end.
  "/follows-window": html(
    "Follows the window",
    blocks('class="follows"'),
    `${BLOCK_STYLE}.follows{animation:show both linear;animation-timeline:view()}
    @keyframes show{entry 0%{opacity:0}entry 100%{opacity:1}exit 0%{opacity:1}exit 100%{opacity:0}}`,
  ),
  "/follows-window-by-script": html(
    "Follows the window by a script",
    `${blocks('class="follows"')}<script>
      for (const subject of document.querySelectorAll(".follows")) {
        const timeline = new ViewTimeline({ subject });
        subject.animate({ opacity: [0, 1] }, { fill: "both", timeline, rangeStart: "entry 20%", rangeEnd: "cover 50%" });
      }
    </script>`,
    BLOCK_STYLE,
  ),
};
