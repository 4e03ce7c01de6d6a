/** The button that visitors click is on their screen, and never in what it makes. */
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
/** As the page of a site that insists on its own looks. */
const STYLE = `${WIDGET_TAG}{display:block!important;min-height:300px}iframe{border:0;display:block;height:100px}`;

/** The same page with the button at each place where a site may have it, and without. */
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

test("no PDF has the button, wherever it stands in the page", async () => {
  const { bytes } = await convert(`${origin}/with`);
  const { text } = await textOnPaper(bytes);
  expect(text).toContain("Shadow words");
  expect(text).toContain("Framed words");
  expect(text).not.toContain(LABEL);
  expect(text).not.toContain("Generate");
});

test("no screenshot has the button, or a gap in its place", async () => {
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
