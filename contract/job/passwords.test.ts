import { expect, test } from "vitest";
import { ButtonRequest, JobRequest } from "./request.ts";
import { HIDDEN, hideSecrets, secretsOf } from "./secrets.ts";

const url = "https://shop.example.org/cart";

function pathsOf(pdfOptions: object, page: object = { url }): string[] {
  const parsed = JobRequest.safeParse({ ...page, options: { pdfOptions } });
  return (parsed.error?.issues ?? []).map(({ path }) => path.slice(2).join("."));
}

test("a PDF's passwords are two different ones, also of HTML, and permissions need the owner's", () => {
  expect(pathsOf({ password: "Größe", ownerPassword: "二" }, { html: "<p>" })).toEqual([]);
  expect(pathsOf({ password: "same", ownerPassword: "same" })).toEqual(["ownerPassword"]);
  expect(pathsOf({ password: "a", permissions: ["print"] })).toEqual(["ownerPassword"]);
  expect(pathsOf({ ownerPassword: "a", permissions: [] })).toEqual([]);
});

test.for(["", "ä".repeat(64), "ﬁn", "e\u0301", "a\nb", "a\u200b"])(
  "the password %j is refused, because readers would not all try the same bytes",
  (password) => {
    expect(pathsOf({ password })).toEqual(["password"]);
  },
);

test("a PDF's passwords are secrets: sealed with their group, hidden, and not for a button", () => {
  const options = { pdfOptions: { format: "A5", password: "secret-1", ownerPassword: "secret-2" } };
  const request = JobRequest.parse({ url, options });
  expect(secretsOf(request.options)).toEqual({ pdfOptions: expect.objectContaining(options.pdfOptions) });
  expect(hideSecrets(request.options)).toMatchObject({
    pdfOptions: { format: "A5", password: HIDDEN, ownerPassword: HIDDEN },
  });
  expect(secretsOf(JobRequest.parse({ url, options: { pdfOptions: { format: "A5" } } }).options)).toBeNull();
  expect(pathsOf({ password: HIDDEN })).toEqual(["password"]);
  const button = ButtonRequest.safeParse({ url, options });
  expect(button.error?.issues.map(({ path }) => path.join("."))).toEqual([
    "options.pdfOptions.password",
    "options.pdfOptions.ownerPassword",
  ]);
});
