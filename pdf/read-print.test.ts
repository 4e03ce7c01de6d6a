import { expect, test } from "vitest";
import { PrintReader } from "./read-print.ts";

const LIE = "<</Type /Pages\n/Count 99";
const PDF = `%PDF-1.4
1 0 obj
<</Title (said /Type /Pages /Count 7)>>
endobj
2 0 obj
<</Filter /DCTDecode
/Length ${LIE.length + 8}>> stream
1234${LIE}5678
endstream
endobj
3 0 obj
<</Type /Pages
/Count 3
/Kids [4 0 R 5 0 R 6 0 R]>>
endobj
7 0 obj
<</Filter /FlateDecode
/Length ${LIE.length}>> stream
${LIE}
endstream
endobj
trailer
<</Size 8>>
`;

test.for([1, 2, 7, 64, 100_000])(
  "in chunks of %i bytes, the pages are counted, and objects with drawing commands are kept with them",
  (size) => {
    const bytes = new TextEncoder().encode(PDF);
    const reader = new PrintReader();
    for (let at = 0; at < bytes.length; at += size) reader.add(bytes.subarray(at, at + size));
    expect(reader.pages).toBe(3);
    const { objects, trailer } = reader.end() ?? {};
    expect([...(objects?.keys() ?? [])]).toEqual([1, 2, 3, 7]);
    expect(objects?.get(2)?.stream).toBeUndefined();
    expect(Buffer.from(objects?.get(7)?.stream ?? []).toString()).toBe(LIE);
    expect(trailer).toContain("/Size 8");
  },
);

test("bytes that are not a PDF have no pages", () => {
  const reader = new PrintReader();
  reader.add(new Uint8Array(10_000).fill(47));
  expect(reader.pages).toBe(0);
});
