import { PDFDict, PDFDocument, PDFName, PDFRef } from "@cantoo/pdf-lib";
import { expect, test } from "vitest";
import { Update } from "./update.ts";

const OBJECTS = [
  "<</Type /Catalog\n/Pages 2 0 R>>",
  "<</Type /Pages\n/Count 1\n/Kids [3 0 R]>>",
  "<</Type /Page\n/Parent 2 0 R\n/MediaBox [0 0 10 10]>>",
];
const ENTRIES = "/Root 1 0 R";

/** As Skia writes it. Returns where its list of objects begins, too. */
function print(): { file: Buffer; table: number } {
  let text = "%PDF-1.4\n";
  const lines = ["0000000000 65535 f \n"];
  for (const [index, object] of OBJECTS.entries()) {
    lines.push(`${String(text.length).padStart(10, "0")} 00000 n \n`);
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
  }
  const table = text.length;
  text += `xref\n0 4\n${lines.join("")}trailer\n<</Size 4\n${ENTRIES}>>\nstartxref\n${table}\n%%EOF\n`;
  return { file: Buffer.from(text, "latin1"), table };
}

function updated(): Update {
  const update = new Update(new Map(OBJECTS.map((text, index) => [index + 1, { text }])), 4);
  const note = update.add("<</Note (new)>>");
  update.set(2, `${update.textOf(2).slice(0, -2)}\n/Note ${note} 0 R>>`);
  return update;
}

async function noteIn(bytes: Uint8Array): Promise<string> {
  const { context } = await PDFDocument.load(bytes);
  const note = context.lookup(PDFRef.of(2), PDFDict).lookup(PDFName.of("Note"), PDFDict);
  return String(note.get(PDFName.of("Note")));
}

test("changed and new objects take their places in the file, or follow after its end", async () => {
  const { file, table } = print();
  const inPlace = updated().in(file, ENTRIES, table);
  expect(inPlace?.toString("latin1")).not.toContain("/Prev");
  expect(inPlace?.toString("latin1").split("2 0 obj")).toHaveLength(2);
  expect(await noteIn(inPlace ?? Buffer.alloc(0))).toBe("(new)");
  const after = Buffer.concat([file, updated().end(file.length, ENTRIES, table)]);
  expect(after.subarray(0, file.length)).toEqual(file);
  expect(await noteIn(after)).toBe("(new)");
});

test("a list of objects that does not fit the file is not used", () => {
  const { file, table } = print();
  const wrong = Buffer.from(
    file.toString("latin1").replace("0000000009 00000 n", "0000000010 00000 n"),
    "latin1",
  );
  expect(updated().in(wrong, ENTRIES, table)).toBeNull();
});
