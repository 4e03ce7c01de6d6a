/** The button is visible to visitors, but never in the PDFs and screenshots of the page. */
import { imageSize } from "image-size";
import { expect, test } from "vitest";
import { WIDGET_PATH, WIDGET_TAG } from "#contract/widget/embed.ts";
import { baseUrl } from "../stage/service.ts";
import { convert, open } from "./convert.ts";
import { html } from "./pages.ts";
import { textOnPaper } from "./text-on-paper.ts";

const LABEL = "Save this page";
const SCRIPT = `<script src="${baseUrl}${WIDGET_PATH}"></script>`;
const BUTTON = `<${WIDGET_TAG} public-key="pk_live_x" button-text="${LABEL}"></${WIDGET_TAG}>`;
/** Styles of a site that override the display of the button. */
const STYLE = `${WIDGET_TAG}{display:block!important;min-height:300px}iframe{border:0;display:block;height:100px}`;

/** A page with the button in the document, in a frame, in a shadow root and added by script. */
const page = (button: string) =>
  html(
    "Offer",
    `${SCRIPT}<div style="height:100px">Above</div>${button}<div>Below</div>
    <iframe srcdoc='${SCRIPT}${button}<p>Framed words</p>'></iframe><div id=host></div>
    <script>
      host.attachShadow({ mode: "open" }).innerHTML = \`<style>${STYLE}</style>${button}<p>Shadow words</p>\`;
      if (${JSON.stringify(button)}) document.body.append(document.createElement("${WIDGET_TAG}"));
    </script>`,
    STYLE,
  );

const { origin } = await open({ "/with": page(BUTTON), "/without": page("") });

test("a PDF never shows the button, wherever the page has it", async () => {
  const { bytes } = await convert(`${origin}/with`);
  const { text } = await textOnPaper(bytes);
  expect(text).toContain("Shadow words");
  expect(text).toContain("Framed words");
  expect(text).not.toContain(LABEL);
  expect(text).not.toContain("Generate");
});

test("a screenshot shows neither the button nor a gap in its place", async () => {
  const shoot = async (path: string) => {
    const { bytes } = await convert(origin + path, {
      outputType: "screenshot",
      screenshotOptions: { viewport: { width: 600, height: 200 } },
    });
    return bytes;
  };
  const [shown, bare] = [await shoot("/with"), await shoot("/without")];
  expect(imageSize(shown)).toEqual(imageSize(bare));
  expect(shown.equals(bare)).toBe(true);
});
