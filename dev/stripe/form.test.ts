import { expect, test } from "vitest";
import { readForm } from "./form.ts";

test.each([
  ["a=1&b=two%20words", { a: "1", b: "two words" }],
  [
    "items[0][id]=si_1&items[0][price]=p&items[1][price]=q",
    { items: [{ id: "si_1", price: "p" }, { price: "q" }] },
  ],
  ["expand[]=x&expand[]=y", { expand: ["x", "y"] }],
  ["metadata[0]=a&metadata[key]=b", { metadata: { 0: "a", key: "b" } }],
  ["created[gte]=5", { created: { gte: "5" } }],
  ["__proto__[polluted]=1&a=", { a: "" }],
])("the form %s becomes a tree", (text, tree) => {
  expect(readForm(text)).toEqual(tree);
});
