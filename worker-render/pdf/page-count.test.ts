import { expect, test } from "vitest";
import { PageCounter } from "./page-count.ts";

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
<</Length ${LIE.length}>> stream
${LIE}
endstream
endobj
`;

test.for([1, 2, 7, 64, 100_000])(
  "in chunks of %i bytes, the pages of the page tree are counted, and nothing inside a stream",
  (size) => {
    const bytes = new TextEncoder().encode(PDF);
    const counter = new PageCounter();
    for (let at = 0; at < bytes.length; at += size) counter.add(bytes.subarray(at, at + size));
    expect(counter.pages).toBe(3);
  },
);

test("bytes that are not a PDF have no pages", () => {
  const counter = new PageCounter();
  counter.add(new Uint8Array(10_000).fill(47));
  expect(counter.pages).toBe(0);
});
