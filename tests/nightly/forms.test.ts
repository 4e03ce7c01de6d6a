/** Forms that are filled in. */
import { expect, test } from "vitest";
import { convert, open } from "../render/convert.ts";
import { html } from "../render/pages.ts";
import { textOnPaper } from "../render/text-on-paper.ts";

const numbered = (lines: number) => Array.from({ length: lines }, (_, at) => `line ${at + 1}.`).join("\n");

const { origin } = await open({
  "/application": html(
    "Application",
    `<p><a class=skip href="#form">Skip to the form</a></p>
    <nav><label><select><option>English</option></select></label></nav>
    <header><label><span class=skip>Colours</span><select><option>Dark</option></select></label></header>
    <div><input type=radio name=tab id=tab checked><label for=tab>First tab</label></div>
    <form role=search><input value="the last search"></form>
    <form id=form>
      <p><label>Name <input value="Anna Baum"></label></p>
      <p><label>Mail <input type=email placeholder="you@example.org"></label></p>
      <p><label>Born <input type=date value="1990-05-17"></label></p>
      <p><label>Country <select><option>Austria</option><option selected>Germany</option></select></label></p>
      <p><label>Fruit <select multiple><option selected>Apple</option><option>Pear</option><option selected>Plum</option></select></label></p>
      <p><label>Words <textarea>First line\nSecond *line*</textarea></label></p>
      <p><label><input type=checkbox checked> Letters</label></p>
      <p><label><input type=checkbox> Parcels</label></p>
      <p><label>Secret <input type=password value=secret></label> <input type=hidden value=token></p>
      <p><label>Later <input id=later></label> <button>Send</button></p>
    </form>
    <script>document.getElementById("later").value = "by a script"</script>`,
    ".skip { position: absolute; padding: 8px 16px; clip: rect(0 0 0 0); overflow: hidden }",
  ),
  "/remarks": html(
    "Remarks",
    `<textarea rows=3 cols=60>${numbered(12)}</textarea><p>after the field</p>
    <textarea class=narrow>${numbered(12)}</textarea><p>after the second</p>`,
    ".narrow { width: 300px; height: 40px; max-height: 60px }",
  ),
});

test("Markdown has what is filled in and chosen, and no secrets, placeholders and choices outside of forms", async () => {
  const { bytes } = await convert(`${origin}/application`, { outputType: "markdown" });
  expect(bytes.toString().split("\n\n").slice(2)).toEqual([
    "Name Anna Baum",
    "Mail",
    "Born 1990-05-17",
    "Country Germany",
    "Fruit Apple, Plum",
    "Words First line  \nSecond \\*line\\*",
    "[x] Letters",
    "[ ] Parcels",
    "Secret",
    "Later by a script\n",
  ]);
});

test("a field of several lines shows all of them on paper", async () => {
  const { bytes } = await convert(`${origin}/remarks`);
  const { text } = await textOnPaper(bytes);
  const lines = numbered(12).split("\n");
  expect(text.match(/line \d+\.|after the \w+/g)).toEqual([
    ...lines,
    "after the field",
    ...lines,
    "after the second",
  ]);
});
