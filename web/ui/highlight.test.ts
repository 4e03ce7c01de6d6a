import { expect, test } from "vitest";
import { highlight } from "./highlight.ts";

function kinds(code: string): Record<string, string> {
  return Object.fromEntries(highlight(code).flatMap(([text, kind]) => (kind ? [[text, kind]] : [])));
}

test.for([
  'curl -X POST https://example.com/api \\\n  -d \'{ "url": "a" }\' # a comment',
  "const x = `a`; // end",
  "'it''s' \"unclosed",
])("no character of the code is lost: %s", (code) => {
  expect(
    highlight(code)
      .map(([text]) => text)
      .join(""),
  ).toBe(code);
});

test("the JSON of a shell's command has the colours of JSON, and an address is not a comment", () => {
  expect(
    kinds(`curl -X POST https://example.com:80/a -H 'x-api-key: sk' -d '{ "url": "a", "n": 90 }' # why`),
  ).toEqual({
    curl: "word",
    "-X": "name",
    "-H": "name",
    "-d": "name",
    "'x-api-key: sk'": "string",
    '"url"': "name",
    '"a"': "string",
    '"n"': "name",
    "90": "number",
    "# why": "comment",
  });
});
