/** Pages for the options of the finished file. */
import { html, type Pages } from "./pages.ts";

export const pdfFilePages: Pages = {
  "/colors": html(
    "Colors",
    `<h1>Red words</h1><a href="https://example.com/">A link</a>
      <div style="background:linear-gradient(90deg, red, blue)"></div>
      <div style="background:rgba(0,200,0,.5);box-shadow:5px 5px 5px #f00"></div>
      <div style="background:#ff0;mix-blend-mode:multiply"></div>
      <canvas id=canvas width=200 height=60></canvas>
      <script>
        const ink = canvas.getContext("2d");
        ink.fillStyle = "rgba(0, 100, 255, .5)";
        ink.fillRect(0, 0, 200, 60);
      </script>`,
    "h1 { color: #c00 } div { width: 200px; height: 60px }",
  ),
};
