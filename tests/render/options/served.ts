/** Serves the pages that the options are tried on. */
import { clearPages } from "../clear-pages.ts";
import { controlPages } from "../control-pages.ts";
import { open } from "../convert.ts";
import { html } from "../pages.ts";
import { pdfFilePages } from "../pdf-file-pages.ts";
import { printOptionPages } from "../print-options-pages.ts";
import { shotPages } from "../shots-pages.ts";
import { wixPages } from "../wix-pages.ts";

/** Writes what its script sees of the user, or that it has not run. */
const USER = `<style>
    @media (prefers-color-scheme: dark) { #dark::after { content: "dark" } }
    @media (prefers-reduced-motion: reduce) { #dark::before { content: "still " } }
    @media print { #medium::after { content: "on paper" } }
    @media screen { #medium::after { content: "on screen" } }
  </style>
  <p id=words></p><noscript>Without scripts</noscript><p id=dark></p><p id=medium></p><p id=place></p><script>
    words.textContent = [
      navigator.userAgent,
      navigator.languages,
      new Date(Date.UTC(2026, 0, 2)).toLocaleDateString(undefined, { month: "long" }),
      Intl.DateTimeFormat().resolvedOptions().timeZone,
      innerWidth + " by " + innerHeight + " at " + devicePixelRatio,
    ].join("; ");
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => { place.textContent = "at " + coords.latitude + ", " + coords.longitude },
      () => { place.textContent = "nowhere" },
    );
  </script>`;

export const { origin, hits } = await open(
  shotPages,
  wixPages,
  clearPages,
  controlPages,
  printOptionPages,
  pdfFilePages,
  {
    "/width": html(
      "Width",
      `<p id=words></p><script>
      words.textContent = innerWidth + " by " + innerHeight + " in " + outerWidth + " by " + outerHeight;
    </script>`,
    ),
    "/user": html("User", USER),
    "/around": (request, response) => {
      const other = `http://${String(request.headers.host).replace("127.0.0.1", "localhost")}`;
      response.end(html("Around", `<p>The page</p><iframe src="${other}/frame"></iframe>`));
    },
    "/asked": ({ headers }, response) => {
      const { cookie, authorization } = headers;
      const login = Buffer.from(authorization?.slice("Basic ".length) ?? "", "base64").toString();
      response.end(html("Asked", `<p>${headers["x-own"]}; ${cookie}; ${login}</p>`));
    },
    "/frame": html("Frame", `<p>The frame</p><script>fetch("/language/" + navigator.language)</script>`),
    "/paper": html("Paper", "<div id=a>Words</div>", "@media print { #a { height: 3000px } }"),
    "/language/de": html("de", ""),
    "/plays": html(
      "Plays",
      "<div style='height:100px;animation:turn 3600s linear both'></div>",
      "body{margin:0}@keyframes turn{from{background:rgb(0,0,200)}to{background:rgb(200,0,0)}}",
    ),
    "/full": html("Full", "<div style='height:400px;background:#0a0'></div>"),
  },
);
